import Hikidashi

let program = CommandProgram(
  "gallery", tr("[PAGE]"), version: "0.1.0",
  summary: tr("Shows every part of Hikidashi beside the source that makes it."),
  description: tr("PAGE is the title of the page to begin with."),
  options: [
    CommandOption("list", help: tr("Print the titles")),
    CommandOption(
      "screenshots", argument: "DIR",
      help: tr("Write a picture of each page into the folder, and end")),
  ],
  commands: [SceneCommand.command])

program.run { arguments in
  let titles = GalleryContents.pages.map { $0.title }
  if arguments.has("list") { return print(titles.joined(separator: "\n")) }
  let page = arguments.words.first ?? titles[0]
  guard titles.contains(page) else {
    throw CommandMisuse(tr("there is no page “{}”; see gallery --list", page))
  }
  GalleryApp(firstPage: page, pictures: arguments["screenshots"]).run()
}
