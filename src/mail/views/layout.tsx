import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { LOGO_ID, MAIL_KINDS, type MailContent, type MailFrame } from '../rules.ts';
import { mediaOf, STYLES, withAccent } from './styles.ts';

/** Nothing is loaded from anywhere: a mail shows the same offline, and nobody learns when it is read. */
export function renderMail(content: MailContent, frame: MailFrame): string {
  return `<!doctype html>${renderToString(<Mail content={content} frame={frame} />)}`;
}

type Props = { content: MailContent; frame: MailFrame };

function Mail({ content, frame }: Props) {
  const { t, locale, base_url } = frame;
  return (
    <html lang={locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{content.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: mediaOf(frame.accent) }} />
      </head>
      <body class="bg" style={STYLES.body}>
        <div style={STYLES.preheader}>{content.code ? '' : content.paragraphs[0]}</div>
        <Table width="100%">
          <tr>
            <td align="center" style={STYLES.margin}>
              <Table class="card" width="600" style={STYLES.card}>
                <tr>
                  <td class="pad" style={STYLES.band}>
                    <a href={base_url} style={STYLES.site}>
                      {frame.has_logo ? <Logo /> : null}
                      {t('page.site')}
                    </a>
                  </td>
                </tr>
                <tr>
                  <td class="pad" style={STYLES.content}>
                    <Content content={content} frame={frame} />
                  </td>
                </tr>
                <tr>
                  <td class="pad" style={STYLES.footer}>
                    <Footer content={content} frame={frame} />
                  </td>
                </tr>
              </Table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  );
}

function Logo() {
  return <img src={`cid:${LOGO_ID}`} alt="" width="28" height="28" style={STYLES.logo} />;
}

type TableProps = { class?: string; width: string; style?: string; children: ComponentChildren };

function Table({ children, ...attributes }: TableProps) {
  return (
    <table role="presentation" cellpadding="0" cellspacing="0" {...attributes}>
      {children}
    </table>
  );
}

function Content({ content, frame }: Props) {
  const { title, paragraphs, code, facts = [], entries = [], button } = content;
  return (
    <>
      <h1 class="t h" style={STYLES.title}>
        {title}
      </h1>
      {paragraphs.map((text) => (
        <p key={text} class="t2" style={STYLES.paragraph}>
          {text}
        </p>
      ))}
      {code && (
        <p class="code" style={STYLES.code}>
          {code}
        </p>
      )}
      {facts.length > 0 && <Facts facts={facts} />}
      {entries.length > 0 && <Entries entries={entries} />}
      {button && <Button button={button} frame={frame} />}
    </>
  );
}

function Facts({ facts }: { facts: NonNullable<MailContent['facts']> }) {
  return (
    <Table width="100%" style={STYLES.facts}>
      {facts.map(({ label, value }) => (
        <tr key={label}>
          <td class="t3 rule" style={STYLES.label}>
            {label}
          </td>
          <td class="t rule" style={STYLES.value}>
            {value}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Entries({ entries }: { entries: NonNullable<MailContent['entries']> }) {
  return (
    <Table width="100%">
      {entries.map(({ title, href, meta, text }) => (
        <tr key={href}>
          <td class="rule" style={STYLES.entry}>
            <p class="en" style={STYLES.meta}>
              {meta}
            </p>
            <p style={STYLES.entryTitle}>
              <a class="t" href={href} style={STYLES.entryLink}>
                {title}
              </a>
            </p>
            {text && (
              <p class="t2" style={STYLES.entryText}>
                {text}
              </p>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Button({
  button,
  frame,
}: {
  button: NonNullable<MailContent['button']>;
  frame: MailFrame;
}) {
  return (
    <>
      <p style={STYLES.action}>
        <a class="btn" href={button.href} style={withAccent(STYLES.button, frame.accent)}>
          {button.label}
        </a>
      </p>
      <p class="t3" style={STYLES.small}>
        {frame.t('mail.copy_link')}
        <br />
        <a class="a" href={button.href} style={withAccent(STYLES.link, frame.accent)}>
          {button.href}
        </a>
      </p>
    </>
  );
}

function Footer({ content: { footnote, unsubscribe }, frame }: Props) {
  const { t, kind, base_url } = frame;
  return (
    <p class="t3 rule" style={STYLES.rule}>
      {footnote && (
        <>
          {footnote}
          <br />
        </>
      )}
      {t(`mail.why.${MAIL_KINDS[kind]}`)}
      {unsubscribe && MAIL_KINDS[kind] !== 'account' && (
        <>
          {' '}
          <a
            class="a"
            href={new URL(unsubscribe.href, base_url).href}
            style={withAccent(STYLES.footLink, frame.accent)}
          >
            {unsubscribe.label}
          </a>
        </>
      )}
    </p>
  );
}
