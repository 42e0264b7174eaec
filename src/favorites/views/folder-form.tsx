import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { HintedField } from '../../ui/form.tsx';
import { DESCRIPTION_MAX, NAME_MAX } from '../rules.ts';

type FolderFormProps = {
  visit: PageView;
  /** The prefix of its field ids, unique on the page. */
  id: string;
  action: string;
  next?: string;
  once?: string;
  values: { name: string; description: string; is_public: boolean };
  /** The name of a folder without one; if undefined, a name is required. */
  unnamed?: string;
  children: ComponentChildren;
};

/** Name, description and visibility of a folder. Works without scripts. */
export function FolderForm(props: FolderFormProps) {
  const { visit, id, action, next, once, values, unnamed, children } = props;
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
        id={`${id}-name`}
        name="name"
        label={t('space.folders.name')}
        hint={t('space.folders.name_hint', { max: NAME_MAX })}
        value={values.name}
        maxlength={NAME_MAX}
        required={unnamed === undefined}
        placeholder={unnamed}
      />
      <HintedField
        id={`${id}-description`}
        name="description"
        label={t('space.folders.description')}
        hint={t('space.folders.description_hint', { max: DESCRIPTION_MAX })}
        value={values.description}
        maxlength={DESCRIPTION_MAX}
        rows={3}
      />
      <fieldset class="folder-choice">
        <legend class="field-label">{t('space.folders.visibility')}</legend>
        {(['public', 'private'] as const).map((one) => (
          <label key={one} class="folder-choice-option">
            <input
              type="radio"
              name="is_public"
              value={String(one === 'public')}
              checked={values.is_public === (one === 'public')}
            />
            <span>
              {t(`space.folders.${one}`)}
              <span class="field-hint">{t(`space.folders.${one}_hint`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="folder-buttons">{children}</div>
    </ActionForm>
  );
}
