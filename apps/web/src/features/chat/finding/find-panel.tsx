import type { MessageView } from '@pasar/api';
import type { ConversationId, Position } from '@pasar/domain';
import type { CallFailure } from '@pasar/sync';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useDesk } from '../../../base/desk.tsx';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { fullTime } from '../../../base/texts/time-format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { sought } from '../place/sought.ts';
import { contentText } from '../texts/content-text.ts';
import { excerptOf } from './excerpt.ts';
import styles from './find-panel.module.css';
import { markWords } from './mark-words.ts';

export interface FindPanelProps {
  readonly id: ConversationId;
  readonly onClose: () => void;
}

interface Found {
  readonly words: string;
  readonly messages: readonly MessageView[];
  readonly next: Position | null;
}
type Search =
  | { readonly state: 'none' | 'asking' }
  | { readonly state: 'failed'; readonly failure: CallFailure }
  | ({ readonly state: 'found' } & Found);

/** A pause in typing this long asks the server (our choice). */
const ASK_AFTER_MS = 250;

function jumpTo({ conversationId, messageId, clientId, position }: MessageView): void {
  sought.update(() => ({ conversationId, key: clientId ?? messageId, position }));
}

/** Searches the stored messages of the open conversation, and goes to a day. */
export function FindPanel({ id, onClose }: FindPanelProps) {
  const { t } = useTranslation('messages');
  const { t: common } = useTranslation('common');
  const [words, setWords] = useState('');
  const { search, goOn } = useFind(id, words.trim());
  useEffect(() => () => markWords(), []);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape') return moveStop(event);
    event.stopPropagation();
    onClose();
  };
  return (
    <search className={styles.panel} aria-label={t('find.label')} data-toasts="" onKeyDown={onKeyDown}>
      <div className={styles.bar}>
        <input
          type="search"
          className={styles.words}
          data-stop=""
          // biome-ignore lint/a11y/noAutofocus: a person who opens the search types next.
          autoFocus
          aria-label={t('find.words')}
          placeholder={t('find.words')}
          value={words}
          maxLength={100}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <DayField id={id} />
        <IconButton icon="close" label={t('find.close')} keys="Esc" onClick={onClose} />
      </div>
      {search.state === 'asking' && (
        <p className={styles.note} role="status">
          {t('find.searching')}
        </p>
      )}
      {search.state === 'failed' && (
        <p className={styles.note} role="alert">
          {failureText(search.failure, common)}
        </p>
      )}
      {search.state === 'found' && <Results found={search} onMore={goOn} />}
    </search>
  );
}

/** The arrow keys go from the field of the words to the messages found, and from one of them to the next. */
function moveStop(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')];
  const from = stops.findIndex((stop) => stop.matches(':focus'));
  if (step === undefined || from < 0) return;
  event.preventDefault();
  stops[from + step]?.focus();
}

function useFind(conversationId: ConversationId, words: string) {
  const desk = useDesk();
  const [search, setSearch] = useState<Search>({ state: 'none' });
  /** The newest question; answers to earlier ones are dropped. */
  const asked = useRef(0);
  const ask = async (before: Found | null) => {
    asked.current += 1;
    const mine = asked.current;
    const result = await desk.windows.find(conversationId, words, before?.next ?? null);
    if (mine !== asked.current) return;
    if (!result.ok) return setSearch({ state: 'failed', failure: result.failure });
    const messages = [...(before?.messages ?? []), ...result.data.found];
    setSearch({ state: 'found', words, messages, next: result.data.next });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are the reason to ask.
  useEffect(() => {
    asked.current += 1;
    if (words === '') return setSearch({ state: 'none' });
    setSearch({ state: 'asking' });
    const timer = setTimeout(() => void ask(null), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [conversationId, words]);
  return { search, goOn: (found: Found) => void ask(found) };
}

function Results({ found, onMore }: { readonly found: Found; readonly onMore: (found: Found) => void }) {
  const { t } = useTranslation('messages');
  const { t: chat } = useTranslation('chat');
  const locale = useLocale();
  const { words, messages, next } = found;
  const go = (message: MessageView) => {
    jumpTo(message);
    markWords(words);
  };
  return (
    <>
      {messages.length === 0 && (
        <p className={styles.note} role="status">
          {t('find.none', { words })}
        </p>
      )}
      <ul className={styles.results} aria-label={t('find.results')}>
        {messages.map((message) => {
          const { before, hit, after } = excerptOf(contentText(message.content, chat, locale), words);
          return (
            <li key={message.messageId}>
              <button type="button" className={styles.result} data-stop="" onClick={() => go(message)}>
                <span className={styles.said}>
                  {before}
                  {hit !== '' && <mark>{hit}</mark>}
                  {after}
                </span>
                <time className={styles.time} dateTime={new Date(message.sentAt).toISOString()}>
                  {fullTime(message.sentAt)}
                </time>
              </button>
            </li>
          );
        })}
      </ul>
      {next !== null && (
        <Button kind="link" onClick={() => onMore(found)}>
          {t('find.more')}
        </Button>
      )}
    </>
  );
}

/** The first message of a day, by this browser's clock. */
function DayField({ id }: { readonly id: ConversationId }) {
  const { t } = useTranslation('messages');
  const { t: common } = useTranslation('common');
  const desk = useDesk();
  const [day, setDay] = useState('');
  const go = async (event: FormEvent) => {
    event.preventDefault();
    const at = new Date(`${day}T00:00:00`).getTime();
    if (Number.isNaN(at) || at < 0) return;
    const result = await desk.windows.messageAt(id, at);
    if (!result.ok) toast('bad', failureText(result.failure, common));
    else if (result.data.message === null) toast('info', t('find.empty'));
    else jumpTo(result.data.message);
  };
  return (
    <form className={styles.day} onSubmit={(event) => void go(event)}>
      <input
        type="date"
        aria-label={t('find.day')}
        data-tip={t('find.day')}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <button type="submit" className={styles.go} disabled={day === ''}>
        {t('find.go')}
      </button>
    </form>
  );
}
