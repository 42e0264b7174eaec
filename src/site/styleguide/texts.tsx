import type { PageView } from '../../platform/http/page.ts';
import { STATUSES } from '../../posts/rules.ts';
import { StatusChip } from '../../posts/views/status-chip.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { Section } from './section.tsx';

const TONES: Tone[] = ['neutral', 'info', 'success', 'warn', 'danger', 'lock'];

export function Texts({ visit }: { visit: PageView }) {
  return (
    <Section title="Texts">
      <h2 class="join-motto">湖心亭那晚，到底有几个人</h2>
      <h3>How many were there that night?</h3>
      <p>
        正文一行不超过四十个字，<em>强调用着重号</em>。“引号”用全角。
      </p>
      <p lang="en">
        English stays <em>italic</em>, with “curly” quotes of its own.
      </p>
      <p class="meta">
        <Time at={new Date(visit.now.getTime() - 180_000).toISOString()} {...visit} /> ·{' '}
        <a href="#main">一个链接 A link</a> · <kbd>g h</kbd> · <code>code</code>
      </p>
      <div class="row">
        {TONES.map((tone) => (
          <Tag key={tone} tone={tone}>
            {tone}
          </Tag>
        ))}
        {STATUSES.map((status) => (
          <StatusChip key={status} visit={visit} status={status} />
        ))}
      </div>
      <Tabs
        label="Sample"
        tabs={[
          { href: '#main', label: '最新 Newest', current: true },
          { href: '#alerts', label: '热门 Hot', current: false, count: '12' },
        ]}
      />
      <CodeBlock>{'const lamp = await light();'}</CodeBlock>
    </Section>
  );
}
