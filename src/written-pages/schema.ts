import { type Static, Type } from 'typebox';
import { BODY_BYTES_MAX } from '../platform/html/limits.ts';
import { Closed, DateTime, Id, Named } from '../platform/http/validation.ts';
import type { Locale } from '../platform/i18n.ts';
import { PAGE_NAMES } from '../platform/site.ts';
import { VERSION_MAX } from '../posts/schema.ts';
import { PAGE_LOCALES, PAGE_TITLE_MAX } from './rules.ts';

const Name = Type.Enum([...PAGE_NAMES]);
const Language = Type.Enum([...PAGE_LOCALES]);
export const PageVersionNumber = Type.Integer({ minimum: 1, maximum: VERSION_MAX });

export const PageParams = Closed({ name: Name });
export const PageVersionParams = Closed({ name: Name, version: PageVersionNumber });
export const PageTextQuery = Closed({
  lang: Type.Optional(
    Type.Enum([...PAGE_LOCALES], {
      description: 'Default: the language of the request. If the page lacks it, the other one.',
    }),
  ),
});

const MUST_ACCEPT = 'Members must accept it before they write again.';
const facts = {
  version: PageVersionNumber,
  must_accept: Type.Boolean({ description: MUST_ACCEPT }),
  published_at: DateTime,
};

export const PageSummary = Named('WrittenPageSummary', {
  name: Name,
  path: Type.String(),
  title: Type.String(),
  lang: Language,
  version: PageVersionNumber,
  published_at: facts.published_at,
});
export type PageSummary = Static<typeof PageSummary>;

export const PageVersion = Named('WrittenPageVersion', {
  id: Id,
  ...facts,
  withdrawn: Type.Boolean(),
});
export type PageVersion = Static<typeof PageVersion>;

export const PageText = Named('WrittenPage', {
  name: Name,
  path: Type.String(),
  id: Id,
  ...facts,
  is_newest: Type.Boolean(),
  lang: Language,
  title: Type.String(),
  body: Type.String({ description: 'Sanitized HTML.' }),
});
export type PageText = Static<typeof PageText>;

/** What the owner edits. */
export const PageDraft = Named('WrittenPageDraft', {
  name: Name,
  version: Type.Integer({ minimum: 0, description: '0 if it was never published.' }),
  is_published: Type.Boolean(),
  texts: Type.Array(Type.Object({ lang: Language, title: Type.String(), body: Type.String() })),
});
export type PageDraft = Static<typeof PageDraft>;

const title = Type.Optional(
  Type.String({ maxLength: PAGE_TITLE_MAX, description: 'Of the text in that language.' }),
);
const body = Type.Optional(
  Type.String({ maxLength: BODY_BYTES_MAX, description: 'HTML; sanitized when saved.' }),
);
const texts = Object.fromEntries(
  PAGE_LOCALES.flatMap((locale) => [
    [`title.${locale}`, title],
    [`body.${locale}`, body],
  ]),
) as Record<`title.${Locale}`, typeof title> & Record<`body.${Locale}`, typeof body>;

export const PublishBody = Closed({
  version: Type.Integer({
    minimum: 0,
    maximum: VERSION_MAX,
    description: 'The newest version that the caller knows; 0 for none.',
  }),
  must_accept: Type.Optional(Type.Boolean({ description: MUST_ACCEPT })),
  ...texts,
});
export type PublishBody = Static<typeof PublishBody>;

export const AcceptBody = Closed({
  up_to: Type.Integer({
    ...Id,
    description:
      'The highest id among the versions that the member was shown. Newer versions are not accepted.',
  }),
});
