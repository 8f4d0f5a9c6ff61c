internal import CHikidashiGTK
internal import CHikidashiWidgetBridge
internal import HikidashiMotion

/// Plays the transition between two pages of a part: a picture of it as it was goes, and the part comes.
@MainActor
final class PageTurner {
  private let motion: PartMotion
  private let transition: PageTransition
  private var course: MovementCourse?
  private var start: Double?

  /// Nil where the part stands somewhere already, or a movement is refused.
  init?(_ part: Part, _ transition: PageTransition) {
    guard part.isUsable(transition.entering, .coming), part.isUsable(transition.leaving, .going),
      let motion = part.madeMotion
    else { return nil }
    self.motion = motion
    self.transition = transition
  }

  /// Shows another page.
  ///
  /// - Parameters:
  ///   - isBack: Whether it is one from which the person came.
  ///   - change: Has GTK show it.
  func turn(isBack: Bool, _ change: @MainActor () -> Void) {
    let (comes, goes) =
      isBack
      ? (transition.leaving, transition.entering) : (transition.entering, transition.leaving)
    guard !(comes.isEmpty && goes.isEmpty), let mover = motion.mover, motion.wantsMotion,
      let clock = motion.clock, let course = motion.course(of: goes, .going)
    else { return change() }
    end()
    // On the way back the old page lies above, as it came over the other.
    hk_mover_keep_picture(mover, isBack ? 1 : 0)
    gtk_widget_set_overflow(mover, GTK_OVERFLOW_HIDDEN)
    change()
    self.course = course
    start = nil
    motion.play(comes)
    clock.run(self)
  }

  private func end() {
    course = nil
    motion.clock?.stop(self)
    guard let mover = motion.mover else { return }
    hk_mover_drop_picture(mover)
    gtk_widget_set_overflow(mover, GTK_OVERFLOW_VISIBLE)
  }
}

extension PageTurner: Moving {
  func advance(to time: Double) -> Bool {
    guard let mover = motion.mover, course != nil else { return false }
    let begun = start ?? time
    start = begun
    // What lies in front stays until the other is there.
    guard time - begun < course?.duration ?? 0 else {
      end()
      return false
    }
    let hidden = HKPose(transform: nil, opacity: 0, blur: 0)
    hk_mover_set_picture_pose(mover, course?.pose(at: time - begun)?.native ?? hidden)
    return true
  }

  func finish() { end() }
}
