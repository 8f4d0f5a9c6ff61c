import Hikidashi

let program = CommandProgram(
  "gallery", "[PAGE]", version: "0.1.0",
  summary: "Shows every part of Hikidashi beside the source that makes it.",
  description: "PAGE is the title of the page to begin with.",
  options: [
    CommandOption("list", help: "Print the titles"),
    CommandOption(
      "screenshots", argument: "DIR", help: "Write a picture of each page into the folder, and end"),
  ],
  commands: [SceneCommand.command])

program.run { arguments in
  let titles = GalleryContents.pages.map { $0.title }
  if arguments.has("list") { return print(titles.joined(separator: "\n")) }
  let page = arguments.words.first ?? titles[0]
  guard titles.contains(page) else {
    throw CommandMisuse("there is no page “\(page)”; see gallery --list")
  }
  GalleryApp(firstPage: page, pictures: arguments["screenshots"]).run()
}
