import { type Static, Type } from 'typebox';
import { RoutedId } from '../platform/http/routed-id.ts';
import { Closed, DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';
import { TextLanguage } from '../platform/language/schema.ts';
import { PostSummary } from '../posts/schema.ts';
import { DESCRIPTION_MAX, NAME_MAX } from './rules.ts';

export const ItemParams = Closed({ id: RoutedId, post_id: Id });

const name = Type.String({
  minLength: 1,
  maxLength: NAME_MAX,
  pattern: '\\S',
  examples: ['睡前读物'],
});
const description = Type.Optional(Type.String({ maxLength: DESCRIPTION_MAX }));
const is_public = Type.Optional(
  Type.Boolean({ description: 'Whether other members may read it; true for a new folder.' }),
);

export const CreateFolderBody = Closed({ name, description, is_public });
export type NewFolder = Static<typeof CreateFolderBody>;

/** A missing field stays unchanged: a client that only renames must not make a private folder public. */
export const UpdateFolderBody = Closed({ name: Type.Optional(name), description, is_public });
export type FolderChanges = Static<typeof UpdateFolderBody>;

export const Folder = Named('Folder', {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  lang: TextLanguage,
  is_public: Type.Boolean(),
  is_default: Type.Boolean({ description: 'The favorite button saves into this folder.' }),
  item_count: Nullable(Type.Integer(), {
    description: "Null in another member's folder: it counts posts that only the owner can see.",
  }),
  created_at: DateTime,
});
export type Folder = Static<typeof Folder>;

export const FolderItem = Named('FolderItem', {
  post_id: Id,
  available: Type.Boolean({
    description: 'False if the post is no longer public; only the owner sees that.',
  }),
  post: Nullable(PostSummary),
  saved_at: DateTime,
});
export type FolderItem = Static<typeof FolderItem>;

export const AddPostBody = Closed({ post_id: Id });
export const MoveItemBody = Closed({ folder_id: Id });

export const FolderStatus = Named('FolderStatus', {
  favorited: Type.Boolean({ description: 'False for an anonymous visitor.' }),
  folder_ids: Type.Array(Id, { description: "The caller's folders that contain the post." }),
});
export type FolderStatus = Static<typeof FolderStatus>;

const favorited = Type.Optional(
  Type.Boolean({
    description:
      'The state to end in, so that a retry cannot flip back; without it the request toggles.',
  }),
);
export const FavoriteBody = Nullable(Closed({ favorited }));

export const FavoriteState = Named('FavoriteState', {
  favorited: Type.Boolean(),
  favorite_count: Type.Integer(),
});
export type FavoriteState = Static<typeof FavoriteState>;
