import { type Static, Type } from 'typebox';
import { PageQuery } from '../platform/http/pagination.ts';
import { Closed, Id, Named } from '../platform/http/validation.ts';
import { CATEGORIES, CHOICES, IMPORT_MAX, NEWCOMER_LEVEL, TEST_MAX, WORD_MAX } from './rules.ts';

const category = Type.Enum([...CATEGORIES], {
  description:
    '`refuse`: the text is not accepted. `hold`: it waits for the staff. `mask`: the word is covered in comments and signatures; a post waits.',
});

export const ListedWord = Named('ListedWord', {
  id: Id,
  word: Type.String(),
  category,
  homophones: Type.Boolean(),
});
export type ListedWord = Static<typeof ListedWord>;

export const WordQuery = Closed({
  ...PageQuery,
  q: Type.Optional(Type.String({ maxLength: WORD_MAX, pattern: '^[^\\u0000]*$' })),
});
export type WordQuery = Static<typeof WordQuery>;

export const ImportBody = Closed({
  words: Type.String({
    maxLength: IMPORT_MAX,
    pattern: '^[^\\u0000]*$',
    description: 'One word a line. A word that is listed already gets the new category.',
    examples: ['代开发票\n加v信'],
  }),
  category,
  homophones: Type.Optional(
    Type.Boolean({ description: 'Also where Han characters of the same sound are used.' }),
  ),
});
export type ImportBody = Static<typeof ImportBody>;

export const Imported = Type.Object({
  stored: Type.Integer(),
  skipped: Type.Array(Type.String(), { description: 'Too long, or without letters.' }),
});
export type Imported = Static<typeof Imported>;

const level = Type.Integer({
  minimum: 0,
  maximum: CHOICES.level,
  description: 'Texts of members below this level are held; 0: of nobody.',
});
export const RuleChoices = Closed(
  {
    links_level: level,
    pictures_level: level,
    mentions_max: Type.Integer({
      minimum: 0,
      maximum: CHOICES.mentions,
      description: 'A comment with more mentions is held; 0: no limit.',
    }),
    repeats_max: Type.Integer({
      minimum: 0,
      maximum: CHOICES.repeats,
      description: 'The same text more often within a day is held, whoever writes it; 0: no limit.',
    }),
    hosts_max: Type.Integer({
      minimum: 0,
      maximum: CHOICES.repeats,
      description: `Links to the same site by more newcomers (below level ${NEWCOMER_LEVEL}) within a day are held; 0: no limit.`,
    }),
  },
  { title: 'RuleChoices' },
);

export const TestBody = Closed({
  text: Type.String({ maxLength: TEST_MAX, pattern: '^[^\\u0000]*$' }),
});
export const Tested = Type.Object({
  outcome: Type.Enum(['allow', ...CATEGORIES]),
  found: Type.Array(
    Type.Object({
      word: Type.String(),
      category,
      text: Type.String({ description: 'As it is written in the text.' }),
      start: Type.Integer(),
      end: Type.Integer(),
    }),
  ),
});
export type Tested = Static<typeof Tested>;
