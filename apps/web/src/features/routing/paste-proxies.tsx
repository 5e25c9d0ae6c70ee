import type { IpSubjectView } from '@pasar/api';
import { PROXY_TYPES, type ProxyType } from '@pasar/domain';
import { useEffect, useId, useRef, useState } from 'react';
import { failureText } from '../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import { saveProxy, testProxy } from './commands.ts';
import { testedText } from './exit-text.ts';
import styles from './isolation-panel.module.css';
import { type ProxyLine, readProxyLine } from './proxy-lines.ts';

interface Row {
  readonly line: string;
  /** Null for a line that is no proxy. */
  readonly proxy: ProxyLine | null;
  readonly state: 'waiting' | 'good' | 'bad';
  readonly text: string;
}

/** The proxies of a provider's list: each is tested, and saved when it works. */
export function PasteProxies(props: { readonly subjects: readonly IpSubjectView[]; readonly onClose: () => void }) {
  const { t } = useTranslation('routing');
  const id = useId();
  const [list, setList] = useState('');
  const [type, setType] = useState<ProxyType>('http');
  const { rows, isBusy, start } = useRun(props.subjects);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  const isDone = rows.length > 0 && !isBusy;
  return (
    <div className={styles.paste}>
      <label htmlFor={id}>{t('paste.label')}</label>
      <textarea
        ref={box}
        id={id}
        rows={5}
        value={list}
        spellCheck={false}
        autoComplete="off"
        placeholder={EXAMPLE}
        onChange={(event) => setList(event.currentTarget.value)}
      />
      <div className={styles.pasteType}>
        <label htmlFor={`${id}-type`}>{t('paste.type')}</label>
        <Select
          id={`${id}-type`}
          value={type}
          onChange={(event) => setType(PROXY_TYPES.find((known) => known === event.currentTarget.value) ?? 'http')}
        >
          {PROXY_TYPES.map((known) => (
            <option key={known} value={known}>
              {known}
            </option>
          ))}
        </Select>
      </div>
      {rows.length > 0 && (
        <ul className={styles.results} aria-label={t('paste.results')}>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand in the list twice.
            <li key={at} data-line={row.state}>
              <span className={styles.address}>{row.proxy === null ? row.line : nameOf(row.proxy)}</span>
              <span
                className={row.state === 'good' ? styles.good : row.state === 'bad' ? styles.problem : styles.detail}
              >
                {row.state !== 'waiting' && <Icon name={row.state === 'good' ? 'check' : 'failed'} size={14} />}
                {row.text}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isDone && (
        <p role="status">
          {t('paste.done', { saved: rows.filter((row) => row.state === 'good').length, total: rows.length })}
        </p>
      )}
      <footer className={styles.actions}>
        <Button kind="plain" onClick={props.onClose}>
          {t(isDone ? 'paste.close' : 'subjects.cancel')}
        </Button>
        <Button kind="primary" disabled={isBusy || list.trim() === ''} onClick={() => start(list, type)}>
          {t(isBusy ? 'paste.running' : 'paste.start')}
        </Button>
      </footer>
    </div>
  );
}

/** An address that is never assigned (RFC 5737); the rest is the same in every language. */
const EXAMPLE = '203.0.113.10:8080:user:password\nsocks5://user:password@203.0.113.11:1080';
/** Most proxies of one list, and how many are tested at once (our choices). */
const MOST = 200;
const AT_ONCE = 4;

const nameOf = ({ host, port }: ProxyLine): string => `${host}:${port}`;

/** Providers of changing addresses give one address to all proxies and tell them apart by the username. */
function uniqueName(proxy: ProxyLine, others: readonly { readonly name: string; readonly username: string | null }[]) {
  const name = nameOf(proxy);
  const isTaken = others.some((other) => other.name === name && (other.username ?? '') !== proxy.username);
  return isTaken ? `${proxy.username}@${name}`.slice(-80) : name;
}

function useRun(subjects: readonly IpSubjectView[]) {
  const { t } = useTranslation('routing');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const tryOne = async (proxy: ProxyLine, type: ProxyType, name: string): Promise<Pick<Row, 'state' | 'text'>> => {
    const values = { ...proxy, type: proxy.type ?? type, hosts: [] };
    const tested = await testProxy(values);
    if (!tested.ok) return { state: 'bad', text: failureText(tested.failure, common) };
    const { testToken, hosts } = tested.data;
    const saved = await saveProxy({ scope: 'platform', name, kind: 'static', testToken, ...values });
    if (!saved.ok) return { state: 'bad', text: failureText(saved.failure, common) };
    return { state: 'good', text: testedText(hosts, locale, t) };
  };
  const start = async (list: string, type: ProxyType) => {
    const lines = list.split(/\r?\n/).filter((line) => line.trim() !== '');
    const read = lines.slice(0, MOST).map((line): Row => {
      const proxy = readProxyLine(line);
      return proxy === null
        ? { line, proxy, state: 'bad', text: t('paste.unreadable') }
        : { line, proxy, state: 'waiting', text: t('paste.waiting') };
    });
    setRows(read);
    setIsBusy(true);
    const taken: { readonly name: string; readonly username: string | null }[] = [...subjects];
    const work = read.flatMap(({ proxy }, at) => {
      if (proxy === null) return [];
      const name = uniqueName(proxy, taken);
      taken.push({ name, username: proxy.username });
      return [{ at, proxy, name }];
    });
    const next = async (): Promise<void> => {
      const one = isClosed.current ? undefined : work.shift();
      if (one === undefined) return;
      const outcome = await tryOne(one.proxy, type, one.name);
      setRows((now) => now.map((row, at) => (at === one.at ? { ...row, ...outcome } : row)));
      return next();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    setIsBusy(false);
  };
  return { rows, isBusy, start: (list: string, type: ProxyType) => void start(list, type) };
}
