import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { DESCRIPTION_MAX, TITLE_MAX } from '../rules.ts';

type SeriesFormProps = {
  visit: PageView;
  /** The prefix of its field ids, unique on the page. */
  id: string;
  action: string;
  next?: string;
  once?: string;
  values: { title: string; description: string };
  children: ComponentChildren;
};

/** Title and description of a series. Works without scripts. */
export function SeriesForm(props: SeriesFormProps) {
  const { visit, id, action, next, once, values, children } = props;
  const { t } = visit;
  return (
    <ActionForm
      visit={visit}
      action={action}
      next={next}
      class="folder-form"
      {...(once ? { once } : {})}
    >
      <div class="field">
        <label class="field-label" for={`${id}-title`}>
          {t('series.title_field')}
        </label>
        <input
          class="input"
          id={`${id}-title`}
          name="title"
          value={values.title}
          maxlength={TITLE_MAX}
          required
          autocomplete="off"
          aria-describedby={`${id}-title-hint`}
        />
        <p class="field-hint" id={`${id}-title-hint`}>
          {t('series.title_hint', { max: TITLE_MAX })}
        </p>
      </div>
      <div class="field">
        <label class="field-label" for={`${id}-description`}>
          {t('series.description_field')}
        </label>
        <textarea
          class="input"
          id={`${id}-description`}
          name="description"
          maxlength={DESCRIPTION_MAX}
          rows={3}
          aria-describedby={`${id}-description-hint`}
        >
          {values.description}
        </textarea>
        <p class="field-hint" id={`${id}-description-hint`}>
          {t('series.description_hint', { max: DESCRIPTION_MAX })}
        </p>
      </div>
      <div class="folder-buttons">{children}</div>
    </ActionForm>
  );
}
