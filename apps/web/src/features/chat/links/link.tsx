import { type MouseEvent, useState } from 'react';
import { failedDialog, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { isKnownHost } from './known-hosts.ts';
import type { LinkDialogProps } from './link-dialog.tsx';
import styles from './links.module.css';
import { needLinksTexts } from './need-texts.ts';

const LinkDialog = lazyScreen<LinkDialogProps>(
  () => withTexts(needLinksTexts, () => import('./link-dialog.tsx').then(({ LinkDialog }) => LinkDialog)),
  { failed: failedDialog(({ onClose }) => onClose()) },
);

interface LinkProps {
  readonly text: string;
  readonly url: string;
  readonly host: string;
}

/** An address in a text. Its host is in the tip, because the text of an address may hide it. */
export function Link({ text, url, host }: LinkProps) {
  const [isAsking, setIsAsking] = useState(false);
  const ask = (event: MouseEvent) => {
    if (isKnownHost(host)) return;
    event.preventDefault();
    setIsAsking(true);
  };
  return (
    <>
      <a
        className={styles.link}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        referrerPolicy="no-referrer"
        data-tip={host}
        onClick={ask}
        onAuxClick={ask}
      >
        {text}
      </a>
      {isAsking && <LinkDialog url={url} host={host} onClose={() => setIsAsking(false)} />}
    </>
  );
}
