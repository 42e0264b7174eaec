import { Inbox, PenLine } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HungLamp } from '../../ui/hung-lamp.tsx';
import { Section } from './section.tsx';

/** Messages, empty lists and errors. */
export function States({ visit: { t } }: { visit: PageView }) {
  return (
    <Section title="States">
      <Banner tone="info" title="提示 Information" />
      <Banner tone="success" title="完成 Done" />
      <Banner tone="warn" title="注意 Careful" />
      <Banner tone="danger" title="出错了 Wrong" />
      <p class="toast">保存好了 Saved</p>
      <p class="toast toast-danger">没有保存 Not saved</p>
      <div class="grid-of-cards">
        <EmptyState icon={Inbox} title="没有新消息 No messages">
          <p>今晚很安静。A quiet night.</p>
        </EmptyState>
        <EmptyState icon={PenLine} title="草稿箱是空的 No drafts">
          <p>
            <a class="button button-primary" href="#main">
              开始写 Start writing
            </a>
          </p>
        </EmptyState>
        <div class="card lost">
          <HungLamp />
          <p class="lost-status">503</p>
          <h3>{t('error_pages.unavailable')}</h3>
          <p>{t('refusals.unavailable')}</p>
          <p class="actions">
            <a class="button button-primary" href="#main">
              {t('page.try_again')}
            </a>
          </p>
        </div>
      </div>
      <div class="skeleton" />
    </Section>
  );
}
