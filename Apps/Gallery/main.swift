import Glibc
import Hikidashi

let usage = """
  Usage: gallery [PAGE]
         gallery --list
         gallery --screenshots DIR
         gallery scene FILE.json [OPTION...]

  Shows every part of Hikidashi beside the source that makes it.

    PAGE               the title of the page to begin with
    --list             prints the titles
    --screenshots DIR  writes a picture of each page into the folder, and ends
    scene              plays, checks and exports a scene; see gallery scene --help
  """

/// Says what is wrong in one line and ends.
func refuse(_ message: String) -> Never {
  StandardError.write("gallery: \(message)\n")
  exit(2)
}

var page = GalleryContents.pages[0].title
var pictures: String?
switch Array(CommandLine.arguments.dropFirst()) {
case []: break
case ["--help"], ["-h"]:
  print(usage)
  exit(0)
case ["--list"]:
  for page in GalleryContents.pages { print(page.title) }
  exit(0)
case let words where words.first == "scene":
  if ["--help", "-h"].contains(where: words.contains) {
    print(SceneCommand.usage)
    exit(0)
  }
  do {
    exit(try SceneCommand(Array(words.dropFirst())).run())
  } catch let misuse as SceneCommand.Misuse {
    refuse("\(misuse.reason); see gallery scene --help")
  } catch {
    refuse("\(error)")
  }
case let words where words.count == 2 && words[0] == "--screenshots": pictures = words[1]
case let words where words.count == 1 && !words[0].hasPrefix("-"): page = words[0]
case let words: refuse("cannot use “\(words.joined(separator: " "))”; see gallery --help")
}
guard GalleryContents.pages.contains(where: { $0.title == page }) else {
  refuse("there is no page “\(page)”; see gallery --list")
}

GalleryApp(firstPage: page, pictures: pictures).run()
