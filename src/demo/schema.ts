import { type Static, Type } from 'typebox';
import { TAGS_MAX } from '../tags/rules.ts';

/** The front matter of the files in `demo/`; `demo/README.md` describes it for authors. */

const Days = Type.Number({ minimum: 0 });

export type DemoComment = { by: string; text: string; replies?: DemoComment[] };

const CommentSchema = Type.Cyclic(
  {
    Comment: Type.Object(
      {
        by: Type.String({ minLength: 1 }),
        text: Type.String({ minLength: 1 }),
        replies: Type.Optional(Type.Array(Type.Ref('Comment'))),
      },
      { additionalProperties: false },
    ),
  },
  'Comment',
);

const PictureSchema = Type.Object(
  {
    scene: Type.Enum([
      'hills',
      'sea',
      'city',
      'rain',
      'stars',
      'forest',
      'tea',
      'lantern',
      'bridge',
      'books',
      'diagram',
      'bowl',
    ]),
    hue: Type.Number({ minimum: 0, maximum: 360 }),
  },
  { additionalProperties: false },
);

const SeriesSchema = Type.Object(
  { title: Type.String({ minLength: 1 }), description: Type.String() },
  { additionalProperties: false },
);

export const MemberSchema = Type.Object(
  {
    username: Type.String(),
    signature: Type.String(),
    joined_days_ago: Days,
    /** How often they visit, like, follow and save. */
    activity: Type.Number({ minimum: 0, maximum: 1 }),
    role: Type.Optional(Type.Enum(['owner', 'admin'])),
    series: Type.Optional(Type.Array(SeriesSchema)),
  },
  { additionalProperties: false },
);

export const PostSchema = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    days_ago: Days,
    deleted_days_ago: Type.Optional(Days),
    tags: Type.Optional(Type.Array(Type.String(), { maxItems: TAGS_MAX })),
    /** The title of a series of its author. The oldest post comes first. */
    series: Type.Optional(Type.String()),
    picture: Type.Optional(PictureSchema),
    /** The least energy that it has received by now. */
    energy: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Approved if absent. */
    state: Type.Optional(Type.Enum(['draft', 'pending', 'rejected', 'locked'])),
    /** The moderator's reason, for rejected and locked. */
    reason: Type.Optional(Type.String()),
    comments: Type.Optional(Type.Array(CommentSchema)),
  },
  { additionalProperties: false },
);

export type DemoSeries = Static<typeof SeriesSchema>;
export type DemoPicture = Static<typeof PictureSchema>;

export type DemoPost = Omit<Static<typeof PostSchema>, 'comments'> & {
  /** HTML. `{picture}` stands for the address of the post's picture. */
  body: string;
  comments: DemoComment[];
};

export type DemoMember = Static<typeof MemberSchema> & {
  /** The folder's name, and the local part of the e-mail address. */
  key: string;
  posts: DemoPost[];
};
