import Synchronization

/// One decoder's record of deaths, shared by all its workers; it decides when to give it up.
///
/// Only deaths without any answer in between count. A decoder that dies at every tenth image is
/// measured to the end; one that dies at every image is not respawned a hundred thousand times.
public final class DecoderHealth: Sendable {
  private let deathsInARow = Atomic<Int>(0)
  private let givenUp = Atomic<Bool>(false)
  private let limit: Int

  /// Makes a clean record.
  ///
  /// - Parameter limit: Fatal images in a row after which the decoder is given up; 1 or more.
  public init(givingUpAfter limit: Int) {
    precondition(limit >= 1, "a decoder may die at least once")
    self.limit = limit
  }

  /// True if the decoder has died too often in a row to be given more images.
  ///
  /// This is final: an answer that was under way in another worker does not undo it.
  public var isGivenUp: Bool { givenUp.load(ordering: .relaxed) }

  /// Notes that the decoder survived an image.
  package func recordAnswer() {
    deathsInARow.store(0, ordering: .relaxed)
  }

  /// Notes that an image was fatal for the decoder in both tries.
  package func recordDeath() {
    let deaths = deathsInARow.add(1, ordering: .relaxed).newValue
    if deaths >= limit { givenUp.store(true, ordering: .relaxed) }
  }
}
