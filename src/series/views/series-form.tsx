import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { HintedField } from '../../ui/form.tsx';
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
      <HintedField
        id={`${id}-title`}
        label={t('series.title_field')}
        hint={t('series.title_hint', { max: TITLE_MAX })}
      >
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
      </HintedField>
      <HintedField
        id={`${id}-description`}
        label={t('series.description_field')}
        hint={t('series.description_hint', { max: DESCRIPTION_MAX })}
      >
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
      </HintedField>
      <div class="folder-buttons">{children}</div>
    </ActionForm>
  );
}
