import { Bell, Heart, PenLine } from 'lucide-static';
import { FORMS, POST_CAP } from '../../energizing/rules.ts';
import { FollowToggle } from '../../follows/views/follow-toggle.tsx';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { Icon } from '../../ui/icons.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Section } from './section.tsx';

const KINDS = [
  ['', '次要 Plain'],
  ['button-quiet', '安静 Quiet'],
  ['button-danger', '删除 Delete'],
  ['button-energy', '重充 Full charge'],
  ['button-energy-soft', '轻充 Light charge'],
] as const;

export function Buttons({ visit }: { visit: PageView }) {
  return (
    <Section title="Buttons">
      <div class="row">
        <button class="button button-primary" type="button">
          <Icon of={PenLine} size={16} /> 写文章 Write
        </button>
        {KINDS.map(([kind, label]) => (
          <button key={kind} class={`button ${kind}`} type="button">
            {label}
          </button>
        ))}
        <button class="button" type="button" aria-pressed="true">
          <Icon of={Heart} size={16} /> 已赞 Liked
        </button>
        <button class="icon-button" type="button" aria-label="Messages">
          <Icon of={Bell} />
        </button>
        <button class="link-button" type="button">
          像链接 Like a link
        </button>
        <Popover id="sample" button="菜单 Menu" class="menu">
          <a class="menu-item" href="#main" aria-current="true">
            第一项 First
          </a>
          <a class="menu-item" href="#main">
            第二项 Second
          </a>
        </Popover>
      </div>
      <div class="row">
        <button class="button button-small" type="button">
          小 Small
        </button>
        <button class="button" type="button">
          中 Medium
        </button>
        <button class="button button-large" type="button">
          大 Large
        </button>
        <button
          class="button button-primary"
          type="button"
          disabled
          aria-describedby="disabled-because"
        >
          不可用 Disabled
        </button>
        <span class="meta" id="disabled-because">
          升到 Lv1 后可用 Opens at Lv1
        </span>
      </div>
      <div class="row">
        <Follow visit={visit} i_follow={false} follows_me={false} />
        <Follow visit={visit} i_follow={false} follows_me />
        <Follow visit={visit} i_follow follows_me={false} />
        <Follow visit={visit} i_follow follows_me />
        <Follow visit={visit} i_follow={false} follows_me={false} because="已被封禁 Banned" />
      </div>
    </Section>
  );
}

type FollowProps = { visit: PageView; i_follow: boolean; follows_me: boolean; because?: string };

/** 关注, 回关, 已关注, 互相关注, and disabled. */
function Follow({ visit, i_follow, follows_me, because }: FollowProps) {
  const { locale } = visit;
  return (
    <FollowToggle
      uid={3}
      name=""
      status={{ i_follow, follows_me }}
      form={visit}
      disabled_because={because ?? null}
      words={LOCALES[locale].reading.follow}
      locale={locale}
    />
  );
}

/** The six cases of energizing: who may give how much, and why not. */
const CASES = [
  { text: '你给这篇充了 6 点，余额 23', light: true, heavy: true },
  { text: `你已经给这篇充满 ${POST_CAP} 点`, light: false, heavy: false },
  { text: `只剩 ${FORMS.light} 点，只够轻充`, light: true, heavy: false },
  { text: '余额 −3，暂不能充能', light: false, heavy: false },
] as const;

export function Charging() {
  return (
    <Section title="Charging">
      <div class="grid-of-cards">
        {CASES.map(({ text, light, heavy }) => (
          <div key={text} class="card stack">
            <p>{text}</p>
            <p class="row">
              <button class="button button-energy-soft" type="button" disabled={!light}>
                轻充 {FORMS.light}
              </button>
              <button class="button button-energy" type="button" disabled={!heavy}>
                重充 {FORMS.heavy}
              </button>
            </p>
          </div>
        ))}
        <div class="card stack">
          <p>这是你的文章，由别人来点亮 Your own post</p>
          <p>
            <button class="button" type="button">
              分享出去 Share
            </button>
          </p>
        </div>
        <div class="card stack">
          <p>登录后可以充能 Log in to give energy</p>
          <p>
            <a class="button button-primary" href="/login">
              登录 Log in
            </a>
          </p>
        </div>
      </div>
    </Section>
  );
}
