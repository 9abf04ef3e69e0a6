/** What the service worker tells the open pages. */
export type WorkerNote =
  /** A push message came: what is shown of messages and likes is old (spec 7.17). */
  | { kind: 'pushed' }
  /** Somebody pressed a notice: the page goes to this path. */
  | { kind: 'open'; path: string }
  /** The page that asked is of another version than the worker. */
  | { kind: 'outdated' };

/** What a page tells the service worker. */
export type PageNote =
  /** Somebody wants the new version: the waiting worker takes over. */
  | { kind: 'take-over' }
  /** The page is of the version with this entry script; the worker takes over if that is its own, else it says so. */
  | { kind: 'version'; entry: string }
  /** The page speaks this language, and so shall the offline page. */
  | { kind: 'language'; language: string };
