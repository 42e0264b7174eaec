import type { ComponentChildren } from 'preact';

type BannerProps = {
  tone: 'info' | 'success' | 'warn' | 'danger';
  title?: string;
  children?: ComponentChildren;
};

export function Banner({ tone, title, children }: BannerProps) {
  return (
    <div class={`banner banner-${tone}`}>
      {title ? <p class="banner-title">{title}</p> : null}
      {children}
    </div>
  );
}
