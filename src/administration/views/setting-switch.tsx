import { CircleCheck, CirclePause } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { StaffSetting } from '../schema/site.ts';

type SettingSwitchProps = {
  visit: PageView;
  id: string;
  setting: StaffSetting;
  title: string;
  state: string;
  lead: string;
  /** What the other state is called, and what follows from it. */
  button: string;
  consequences: string;
  children?: ComponentChildren;
};

/** One switch of the site: its state, and a button with the consequences of the other one. */
export function SettingSwitch(props: SettingSwitchProps) {
  const { visit, id, setting } = props;
  const on = setting.value;
  return (
    <section class="card site-setting" aria-labelledby={id}>
      <div class="site-setting-head">
        <h2 id={id}>{props.title}</h2>
        <Tag tone={on ? 'success' : 'neutral'}>
          <Icon of={on ? CircleCheck : CirclePause} size={12} /> {props.state}
        </Tag>
      </div>
      <p>{props.lead}</p>
      <div class="site-setting-change">
        <ActionForm visit={visit} action={`/admin/site-settings/${setting.key}/update`}>
          <button
            class={on ? 'button' : 'button button-primary'}
            type="submit"
            name="value"
            value={on ? 'false' : 'true'}
            aria-describedby={`${id}-consequences`}
          >
            {props.button}
          </button>
        </ActionForm>
        <p class="site-setting-consequences" id={`${id}-consequences`}>
          {props.consequences}
        </p>
      </div>
      {props.children}
    </section>
  );
}
