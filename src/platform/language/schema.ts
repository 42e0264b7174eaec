import { Type } from 'typebox';
import { LANGUAGE_TAGS } from './languages.ts';

/** The language of a text in a response. */
export const TextLanguage = Type.Union([Type.Enum(LANGUAGE_TAGS), Type.Null()], {
  description: 'The language of the text, BCP 47; null if unknown.',
});
