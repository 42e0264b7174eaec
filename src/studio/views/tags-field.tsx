import type { PageView } from '../../platform/http/page.ts';
import type { OwnPost } from '../../posts/schema.ts';
import { TAG_LENGTH_MAX, TAGS_MAX } from '../../tags/rules.ts';
import { Field } from '../../ui/form.tsx';

/** Without scripts, names with commas between them; with scripts, chips with suggestions (client/editor/tags-field.ts). */
export function TagsField({ visit, post }: { visit: PageView; post: OwnPost | null }) {
  const { t } = visit;
  const names = (post?.tags ?? []).map(({ name }) => name);
  return (
    <section class="panel-part">
      <Field
        id="write-tags"
        label={t('write.tags')}
        hint={t('write.tags_hint', { max: TAGS_MAX, length: TAG_LENGTH_MAX })}
        class="field write-tags"
      >
        <ul class="write-tags-chosen" id="write-tags-chosen" aria-label={t('write.tags_chosen')} />
        <input
          id="write-tags"
          name="tags"
          class="input"
          type="text"
          value={names.join(', ')}
          placeholder={t('write.tags_placeholder')}
          aria-describedby="write-tags-hint"
          autocomplete="off"
          spellcheck={false}
        />
        <div
          id="write-tags-options"
          class="slash-menu"
          role="listbox"
          aria-label={t('write.tags_suggested')}
          hidden
        />
        <p class="field-error" id="write-tags-problem" role="status" />
      </Field>
    </section>
  );
}
