package dev.prescient.replay.trace;

/** First byte of an entry of a recording. */
final class EntryKind {
  static final int CHOICE = 1;
  static final int WAITER = 2;
  static final int TIME = 3;
  static final int MARK = 4;
  static final int VALUE = 5;
  static final int ORDER = 6;
  static final int THREAD = 10;
  static final int SITE = 11;
  static final int CLASS = 12;

  /** Flags of a choice. */
  static final int PREEMPTIVE = 1;

  static final int YIELDS = 2;
  static final int CONTINUES = 4;
  static final int STATE = 8;

  private EntryKind() {}
}
