import { Bell, Heart, Inbox, PenLine } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { App } from '../platform/http/app-types.ts';
import { type PageView, pageViewOf, sendPage } from '../platform/http/page.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Banner } from '../ui/banner.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { EnergyPill, EnergySpark } from '../ui/energy.tsx';
import { Checkbox, ErrorSummary, SubmitButton, TextField } from '../ui/form.tsx';
import { Icon } from '../ui/icons.tsx';
import { Layout } from '../ui/layout.tsx';
import { ExpBar, LevelSeal } from '../ui/level-seal.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Popover } from '../ui/popover.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Tag, type Tone } from '../ui/tag.tsx';
import { Time } from '../ui/time.tsx';

const LEVELS = [0, 1, 2, 3, 4, 5, 6];
const TONES: Tone[] = ['neutral', 'info', 'success', 'warn', 'danger', 'lock'];
const SIZES = [24, 32, 40, 64, 96] as const;
const PERSON = { uid: 3, name: '林小灯', avatar_url: null };

/** Every shared component on one page, for developers; only with STYLEGUIDE. */
export function styleguidePages(app: App): void {
  app.get('/styleguide', { config: { access: 'optional' } }, async (request, reply) =>
    sendPage(reply, <Styleguide visit={pageViewOf(request)} />),
  );
}

function Styleguide({ visit }: { visit: PageView }) {
  return (
    <Layout visit={visit} title="Styleguide">
      <div class="stack">
        <h1>Styleguide</h1>
        <Buttons />
        <People />
        <Texts visit={visit} />
        <Fields />
        <Surfaces visit={visit} />
      </div>
    </Layout>
  );
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="card stack">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Buttons() {
  return (
    <Section title="Buttons">
      <div class="row">
        <button class="button button-primary" type="button">
          <Icon of={PenLine} size={16} /> 写文章
        </button>
        <button class="button" type="button">
          次要 Secondary
        </button>
        <button class="button button-quiet" type="button">
          安静 Quiet
        </button>
        <button class="button button-danger" type="button">
          删除 Delete
        </button>
        <button class="button" type="button" aria-pressed="true">
          <Icon of={Heart} size={16} /> 已赞
        </button>
        <button class="button button-primary" type="button" disabled>
          不可用 Disabled
        </button>
        <button class="icon-button" type="button" aria-label="Messages">
          <Icon of={Bell} />
        </button>
        <Popover id="sample" button="菜单 Menu" class="menu">
          <a class="menu-item" href="#main">
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
      </div>
    </Section>
  );
}

function People() {
  return (
    <Section title="People, levels, energy">
      <div class="row">
        {SIZES.map((size) => (
          <Avatar key={size} user={PERSON} size={size} />
        ))}
      </div>
      <div class="row">
        {LEVELS.map((level) => (
          <LevelSeal key={level} level={level} />
        ))}
      </div>
      <ExpBar exp={1240} next={1500} label="1 240 / 1 500" />
      <div class="row">
        <EnergyPill value="42" label="能量" />
        <EnergySpark energy={12} />
        <EnergySpark energy={640} />
      </div>
    </Section>
  );
}

function Texts({ visit }: { visit: PageView }) {
  return (
    <Section title="Texts">
      <div class="row">
        {TONES.map((tone) => (
          <Tag key={tone} tone={tone}>
            {tone}
          </Tag>
        ))}
      </div>
      <Tabs
        label="Sample"
        tabs={[
          { href: '#main', label: '最新', current: true },
          { href: '#alerts', label: '热门', current: false, count: '12' },
        ]}
      />
      <p>
        <Time at={new Date(visit.now.getTime() - 180_000).toISOString()} {...visit} /> ·{' '}
        <a href="#main">一个链接 A link</a> · <kbd>g h</kbd>
      </p>
      <CodeBlock>{'const lamp = await light();'}</CodeBlock>
    </Section>
  );
}

function Fields() {
  return (
    <Section title="Fields">
      <ErrorSummary
        title="请修改以下内容："
        errors={[{ field: 'sample-wrong', message: '邮箱格式不对' }]}
      />
      <TextField name="sample-name" label="用户名 Name" hint="2–20 个字" />
      <TextField name="sample-wrong" label="邮箱 E-mail" error="邮箱格式不对" value="灯火" />
      <Checkbox name="sample-check" label="先审后发" hint="之后可以再改" checked />
      <label class="row">
        <input class="switch" type="checkbox" role="switch" aria-checked="true" checked /> 评论通知
      </label>
      <SubmitButton>保存 Save</SubmitButton>
    </Section>
  );
}

function Surfaces({ visit }: { visit: PageView }) {
  return (
    <Section title="Surfaces">
      <Banner tone="info" title="提示 Information" />
      <Banner tone="success" title="完成 Done" />
      <Banner tone="warn" title="注意 Careful" />
      <Banner tone="danger" title="出错了 Wrong" />
      <EmptyState icon={Inbox} title="这里还没有内容" />
      <div class="skeleton" />
      <LoadMore href="#main" more={visit.t('shell.load_more')} end={visit.t('shell.end')} />
      <LoadMore href={null} more="" end={visit.t('shell.end')} />
    </Section>
  );
}
