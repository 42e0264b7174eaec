/** The people of the demo and what they write: one file each in `community/`. */

export type DemoMember = {
  /** Local part of the e-mail address and name of the file. */
  key: string;
  username: string;
  signature: string;
  /** How many days ago they joined. 90 is the first day there is; a founder may be up to 260. */
  joined: number;
  /** 0…1: how often they come by, like, follow and collect. */
  presence: number;
  role?: 'owner' | 'admin';
  posts: DemoPost[];
};

export type DemoPost = {
  title: string;
  /** 0…min(89, joined - 1); the author of several posts spreads them. */
  days_ago: number;
  /** As the editor makes it. `{picture}` stands for the address of its picture, inside a <figure>. */
  body: string;
  /** Drawn when the demo is made; the first is also the cover. */
  picture?: DemoPicture;
  /** Approved unless it says otherwise. */
  state?: 'draft' | 'pending' | 'rejected' | 'locked';
  /** What the moderator wrote, for rejected and locked. */
  reason?: string;
  comments: DemoComment[];
};

export type DemoPicture = {
  scene:
    | 'hills'
    | 'sea'
    | 'city'
    | 'rain'
    | 'stars'
    | 'forest'
    | 'tea'
    | 'lantern'
    | 'bridge'
    | 'books'
    | 'diagram'
    | 'bowl';
  hue: number;
  alt: string;
};

export type DemoComment = { by: string; text: string; replies?: DemoComment[] };
