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

  /// - Parameters:
  ///   - room: How wide and high a picture in a line is, in pixels of the screen.
  ///   - block: How wide and high one on a line of its own may be.
  init(
    _ pictures: [InlinePicture], from store: PictureStore, room: Int, block: Size = Size(0, 0)
  ) {
    (self.pictures, self.store) = (pictures, store)
    let line = Size(Double(room), Double(room))
    // What could not be had a moment ago is not likely to come, and would move the text once more.
    states = pictures.map { store.hasFailed($0.url) ? .failed : .waiting }
    for index in pictures.indices {
      let most = pictures[index].isBlock ? block : line
      let wait = store.picture(
        pictures[index].url, width: Int(most.width), height: Int(most.height)
      ) {
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
