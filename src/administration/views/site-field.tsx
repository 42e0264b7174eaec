import type { ComponentChildren } from 'preact';
import { SITE_SETTINGS, type SiteTextSetting } from '../../site-settings/rules.ts';
import { Field } from '../../ui/form.tsx';
import type { AdminPage } from './admin-layout.tsx';

/** The part of a setting's key by which the locales name its texts. */
type Name =
  | 'name'
  | 'description'
  | 'contact'
  | 'language'
  | 'time_zone'
  | 'offline'
  | 'accent'
  | 'icp_number'
  | 'police_number'
  | 'inviters'
  | 'publish_level'
  | 'announcement'
  | 'announcement_url'
  | 'links';

export type SiteForm = {
  admin: AdminPage;
  value(key: SiteTextSetting): string;
  /** What is wrong with the value of the last try. */
  problem(key: SiteTextSetting): string | undefined;
};

type FieldProps = {
  form: SiteForm;
  setting: SiteTextSetting;
  name: Name;
  /** Several lines. */
  rows?: number;
  /** Instead of a text box. */
  options?: { value: string; label: string }[];
  code?: boolean;
  placeholder?: string;
  children?: ComponentChildren;
};

/** A setting with its label and a sentence that explains it. */
export function SiteField(props: FieldProps) {
  const { form, setting, name, rows, options, code, placeholder, children } = props;
  const { t } = form.admin.visit;
  const id = setting.replaceAll('.', '-');
  const problem = form.problem(setting);
  const schema = SITE_SETTINGS[setting];
  const shared = {
    id,
    name: setting,
    'aria-describedby': problem ? `${id}-hint ${id}-error` : `${id}-hint`,
    ...(problem ? { 'aria-invalid': true } : {}),
  };
  const value = form.value(setting);
  const max = 'maxLength' in schema ? { maxLength: schema.maxLength } : {};
  return (
    <Field id={id} label={t(`owner_site.about.${name}`)} hint={t(`owner_site.hint.${name}`)}>
      {options ? (
        <select class="input site-select" {...shared}>
          {options.map((one) => (
            <option key={one.value} value={one.value} selected={one.value === value}>
              {one.label}
            </option>
          ))}
        </select>
      ) : rows ? (
        <textarea class="input" rows={rows} {...max} {...shared}>
          {value}
        </textarea>
      ) : (
        <input
          class={code ? 'input input-code site-short' : 'input'}
          value={value}
          placeholder={placeholder}
          {...max}
          {...shared}
        />
      )}
      {problem ? (
        <p class="field-error" id={`${id}-error`}>
          {problem}
        </p>
      ) : null}
      {children}
    </Field>
  );
}
