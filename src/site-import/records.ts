import type { Language } from '../platform/language/languages.ts';

/** Somebody who wrote in the old system; `id` is what posts and comments name them by. */
export type AuthorRecord = {
  kind: 'author';
  id: string;
  name: string;
  /** Empty if the source has none. */
  email: string;
};

export type PostRecord = {
  kind: 'post';
  id: string;
  author: string;
  title: string;
  /** Empty: taken from the text. */
  summary: string;
  html: string;
  /** Blank lines separate paragraphs, as older WordPress stores its texts. */
  has_plain_paragraphs: boolean;
  tags: string[];
  state: 'public' | 'draft';
  is_page: boolean;
  created_at: Date | null;
  published_at: Date | null;
  updated_at: Date | null;
  lang: Language | null;
  /** Empty: none. */
  cover: string;
  /** Where it was, absolute or as paths of the old site. */
  addresses: string[];
  /** What relative addresses in the text are relative to; empty if unknown. */
  base: string;
  /** Of the file, below the folder of the source; null unless the source is a folder. */
  directory: string | null;
};

export type CommentRecord = {
  kind: 'comment';
  id: string;
  post: string;
  /** The comment that it replies to. */
  parent: string | null;
  /** The account that wrote it; null for a guest, whose typed name and address show nothing. */
  author: string | null;
  guest: string;
  html: string;
  created_at: Date | null;
};

/** What this site has no counterpart of, or what was not public. */
type LeftOutRecord = { kind: 'left_out'; what: string };
type ProblemRecord = { kind: 'problem'; item: string; reason: string };

export type SourceRecord =
  | AuthorRecord
  | PostRecord
  | CommentRecord
  | LeftOutRecord
  | ProblemRecord;

/**
 * An export of another system. Authors come before what they wrote, posts before their comments, and a comment before
 * its replies. Reading again gives the same ids.
 */
export type Source = {
  /** The system and its host: what ids belong to. */
  name: string;
  /** Of the old site; null if unknown. */
  host: string | null;
  /** With pictures beside its texts. */
  directory: string | null;
  read(): AsyncIterable<SourceRecord>;
};

export type SourceOptions = { path: string; oldUrl: URL | null };

/** The file is not what it should be; the message is for the operator. */
export class ImportError extends Error {}
