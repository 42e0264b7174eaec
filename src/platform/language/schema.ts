import { Type } from 'typebox';
import { Nullable } from '../../platform/http/validation.ts';
import { LANGUAGE_TAGS } from './languages.ts';

/** The language of a text in a response. */
export const TextLanguage = Nullable(Type.Enum(LANGUAGE_TAGS), {
  description: 'The language of the text, BCP 47; null if unknown.',
});
