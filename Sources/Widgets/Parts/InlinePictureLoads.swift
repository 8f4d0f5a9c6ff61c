internal import CHikidashiGTK

/// The pictures of one text: each is waited for, there, or not to be had.
@MainActor
final class InlinePictureLoads {
  enum State {
    /// Room is kept, so that the text stays where it is when the picture comes.
    case waiting
    case shown(PictureStore.Texture)
    /// The letters are seen.
    case failed
  }

  let pictures: [InlinePicture]
  private(set) var states: [State]
  private let store: PictureStore
  private var waits: [PictureStore.Wait] = []
  /// Called with the index of a picture that has come, or cannot be had.
  var onEnd: @MainActor (Int) -> Void = { _ in }

  /// - Parameter room: How wide and high a picture is, in pixels of the screen.
  init(_ pictures: [InlinePicture], from store: PictureStore, room: Int) {
    (self.pictures, self.store) = (pictures, store)
    // What could not be had a moment ago is not likely to come, and would move the text once more.
    states = pictures.map { store.hasFailed($0.url) ? .failed : .waiting }
    for index in pictures.indices {
      let wait = store.picture(pictures[index].url, width: room, height: room) {
        [weak self] texture in
        self?.end(index, texture)
      }
      if let wait { waits.append(wait) }
    }
  }

  private func end(_ index: Int, _ texture: PictureStore.Texture?) {
    states[index] = texture.map { .shown($0) } ?? .failed
    onEnd(index)
  }

  /// Waits for none of them any more.
  func cancel() {
    for wait in waits { store.cancel(wait) }
    waits = []
  }
}

extension Part {
  /// How many pixels of the screen one of the layout has in each direction.
  var pixelScale: Int { native.map { Int(gtk_widget_get_scale_factor($0)) } ?? 1 }
}
