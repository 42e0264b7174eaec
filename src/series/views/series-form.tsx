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
        name="title"
        label={t('series.title_field')}
        hint={t('series.title_hint', { max: TITLE_MAX })}
        value={values.title}
        maxlength={TITLE_MAX}
        required
      />
      <HintedField
        id={`${id}-description`}
        name="description"
        label={t('series.description_field')}
        hint={t('series.description_hint', { max: DESCRIPTION_MAX })}
        value={values.description}
        maxlength={DESCRIPTION_MAX}
        rows={3}
      />
      <div class="folder-buttons">{children}</div>
    </ActionForm>
  );
}
