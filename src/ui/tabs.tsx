export type TabLink = { href: string; label: string; current: boolean; count?: string | undefined };

/** Tabs are links, each with its own URL. */
export function Tabs({ label, tabs }: { label: string; tabs: TabLink[] }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a
          key={tab.href}
          class="tab"
          href={tab.href}
          {...(tab.current ? { 'aria-current': 'page' as const } : {})}
        >
          {tab.label}
          {tab.count ? <span class="tab-count">{tab.count}</span> : null}
        </a>
      ))}
    </nav>
  );
}
