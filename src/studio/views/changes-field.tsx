import type { PageView } from '../../platform/http/page.ts';
import type { OwnPost } from '../../posts/schema.ts';
import { Field } from '../../ui/form.tsx';

/** The history of the post, and whether readers see what an update changes. */
export function ChangesField({ visit, post }: { visit: PageView; post: OwnPost | null }) {
  const { t } = visit;
  return (
    <section class="panel-part">
      {post ? (
        <p class="panel-link">
          <a href={`/studio/posts/${post.id}/versions`}>{t('versions.link')}</a>
        </p>
      ) : null}
      <Field id="write-changes" label={t('versions.allow')} hint={t('versions.allow_hint')}>
        <select
          id="write-changes"
          name="show_changes"
          class="input"
          aria-describedby="write-changes-hint"
          autocomplete="off"
        >
          <option value="false">{t('versions.allow_off')}</option>
          <option value="true" selected={post?.show_changes ?? false}>
            {t('versions.allow_on')}
          </option>
        </select>
      </Field>
    </section>
  );
}
