import Hikidashi

let program = CommandProgram(
  "gallery", tr("[PAGE]"), version: "0.2.0",
  summary: tr("Shows every part of Hikidashi beside the source that makes it."),
  description: tr("PAGE is the title of the page to begin with."),
  options: [
    CommandOption("list", help: tr("Print the titles")),
    CommandOption(
      "screenshots", argument: "DIR",
      help: tr("Write a picture of each page into the folder, and end")),
  ])

program.run { arguments in
  if arguments.has("list") {
    return print(GalleryContents.pages.map { $0.title }.joined(separator: "\n"))
  }
  let name = arguments.words.first ?? AllAtOncePage.title
  guard let page = GalleryContents.page(name) else {
    throw CommandMisuse(tr("there is no page “{}”; see gallery --list", name))
  }
  GalleryApp(firstPage: page, pictures: arguments["screenshots"]).run()
}
