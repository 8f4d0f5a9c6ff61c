import Hikidashi

/// One page of the gallery: a part that works, and the file that makes it.
@MainActor
protocol GalleryPage {
  /// What the page is called in the list; also the name of its screenshot.
  static var title: String { get }
  /// What to try on it, in one sentence.
  static var summary: String { get }
  /// The source that is shown beside the part: the file that is running.
  static var file: String { get }
  /// The part. It may take its time, as where it opens a file, and fail.
  static func make() async throws -> Part
}

/// The pages by the room of the toolkit that they show.
@MainActor
enum GalleryContents {
  static let rooms: [(room: String, pages: [any GalleryPage.Type])] = [
    (tr("At a glance"), [AllAtOncePage.self]),
    (
      tr("Tables"),
      [
        StringListPage.self, CheckListPage.self, EditableListPage.self, CellsPage.self,
        RowActionsPage.self, CellFilePage.self,
        TableJSONPage.self,
        TableStatesPage.self, AnimalsPage.self, FilterPage.self, MillionRowsPage.self,
        TimelinePage.self, FoldersPage.self, ChaptersPage.self,
        CheckBoxTreePage.self,
      ]
    ),
    (
      tr("Records"),
      [
        RecordsTablePage.self, GroupedRecordsPage.self, MillionRecordsPage.self,
        RecordCardsPage.self, KeyedCardsPage.self,
      ]
    ),
    (tr("Storage"), [KeptCardsPage.self, DocumentPage.self, PastOneMachinePage.self]),
    (tr("Preferences"), [SettingsPage.self]),
    (tr("Loading"), [LoadStatesPage.self]),
    (tr("Queues"), [WorkersPage.self, JobsPage.self]),
    (
      tr("Drawing, viewing"),
      [
        CanvasPage.self, MenusPage.self, TabsPage.self, RichTextPage.self, ViewerPage.self,
        PicturesPage.self, DesktopPage.self,
      ]
    ),
    (
      tr("Parts"),
      [
        TextPage.self, ButtonsPage.self, SearchPage.self, LayoutPage.self, NavigationPage.self,
        ProgressPage.self,
        StatusPagePage.self, OpeningPage.self, ReaderPage.self, InputsPage.self,
        MoreInputsPage.self, ChoicesPage.self, CalendarPage.self,
        FormPage.self,
        GridPage.self,
        ReadersLanguagePage.self,
      ]
    ),
    (
      tr("Presentation"),
      [
        AlertsPage.self, ChainsPage.self, ConditionsPage.self, InWindowPage.self, ModalsPage.self,
        OwnWindowPage.self, ChoosersPage.self, FilesPage.self, NoticesPage.self,
      ]
    ),
    (tr("Motion"), [InPlacePage.self, MovingPage.self, StagesPage.self, LayersPage.self]),
    (tr("App"), [ActionsPage.self, StylesPage.self, ComingBackPage.self]),
  ]

  static var pages: [any GalleryPage.Type] { rooms.flatMap(\.pages) }

  /// The page of that title, or of the name that its type has in every language; nil if there is none.
  static func page(_ name: String) -> (any GalleryPage.Type)? {
    pages.first { $0.title == name || "\($0)" == name }
  }
}
