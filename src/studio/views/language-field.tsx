import type { PageView } from '../../platform/http/page.ts';
import { LANGUAGE_TAGS, LANGUAGES } from '../../platform/language/languages.ts';
import type { OwnPost } from '../../posts/schema.ts';
import { Field } from '../../ui/form.tsx';

/** Empty: detected at every save. */
export function LanguageField({ visit, post }: { visit: PageView; post: OwnPost | null }) {
  const { t } = visit;
  const chosen = post?.lang_chosen ? post.lang : null;
  return (
    <section class="panel-part">
      <Field id="write-lang" label={t('write.lang')} hint={t('write.lang_hint')}>
        <select id="write-lang" name="lang" class="input" aria-describedby="write-lang-hint">
          <option value="">{t('write.lang_auto')}</option>
          {LANGUAGE_TAGS.map((tag) => (
            <option key={tag} value={tag} lang={tag} selected={tag === chosen}>
              {LANGUAGES[tag]}
            </option>
          ))}
        </select>
      </Field>
    </section>
  );
}
