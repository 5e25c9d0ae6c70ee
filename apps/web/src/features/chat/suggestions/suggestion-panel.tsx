import { type ShopView, SUGGESTION_TASKS, type SuggestionTask } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import type { CallFailure } from '@pasar/sync';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useLookUp } from '../../../base/look-up.ts';
import { useMay } from '../../../base/may.tsx';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { rewrite } from '../place/write-at-cursor.ts';
import { type Asked, agreeToHost, askSuggestion, switchSuggestions } from './commands.ts';
import { SETTINGS } from './look-ups.ts';
import { SeenDialog } from './seen-dialog.tsx';
import styles from './suggestions.module.css';

export interface SuggestionPanelProps {
  readonly id: ConversationId;
  readonly shop: ShopView | null;
  /** What stands in the composer. */
  readonly text: string;
  readonly area: RefObject<HTMLTextAreaElement | null>;
}

type State =
  | { readonly state: 'resting' }
  | { readonly state: 'seeing' | 'asking'; readonly asked: Asked }
  | { readonly state: 'failed'; readonly failure: CallFailure }
  /** The suggestion stands in the composer instead of `before`. */
  | { readonly state: 'written'; readonly before: string; readonly suggestion: string }
  /** The member wrote on meanwhile, so the suggestion stands beside the text. */
  | { readonly state: 'beside'; readonly suggestion: string };

const TASK_TEXTS = {
  answer: 'task.answer',
  shorten: 'task.shorten',
  friendlier: 'task.friendlier',
} as const satisfies Record<SuggestionTask, string>;

/** Asks for texts of the server's model. They are drafts: nothing here sends anything to the buyer. */
export function SuggestionPanel({ id, shop, text, area }: SuggestionPanelProps) {
  const { t } = useTranslation('suggestions');
  const { t: common } = useTranslation('common');
  const [held, setHeld] = useState<State>({ state: 'resting' });
  const looked = useLookUp(SETTINGS, { conversationId: id });
  const known = looked.state === 'found' || looked.state === 'stale' ? looked.data : null;
  /** Of the question that is under way. */
  const asking = useRef(new AbortController());
  // The answer belongs to the conversation in which it was asked for.
  useEffect(() => () => asking.current.abort(), []);
  const ask = async (asked: Asked) => {
    asking.current = new AbortController();
    const { signal } = asking.current;
    setHeld({ state: 'asking', asked });
    const result = await askSuggestion(asked, signal);
    if (signal.aborted) return;
    // The answer also belongs to the text of which it was made.
    if (!result.ok) setHeld({ state: 'failed', failure: result.failure });
    else if (area.current?.value === asked.text) write(result.data.text);
    else setHeld({ state: 'beside', suggestion: result.data.text });
  };
  const write = (suggestion: string) => {
    if (area.current === null) return;
    const before = area.current.value;
    rewrite(area.current, suggestion);
    setHeld({ state: 'written', before, suggestion });
  };
  const begin = (task: SuggestionTask) => {
    const asked = { conversationId: id, task, text };
    if (known?.hasSeen) void ask(asked);
    else setHeld({ state: 'seeing', asked });
  };
  const agree = async (host: string, asked: Asked) => {
    const agreed = await agreeToHost(host);
    if (agreed.ok) await ask(asked);
    else setHeld({ state: 'failed', failure: agreed.failure });
  };
  const isOn = known?.isOn ?? false;
  const isAsking = held.state === 'asking';
  const cancel = useCallback(() => {
    asking.current.abort();
    setHeld({ state: 'resting' });
    area.current?.focus();
  }, [area]);
  const section = useRef<HTMLElement>(null);
  useEscape(isAsking ? cancel : null, area, section);
  return (
    <section ref={section} className={styles.panel} aria-label={t('label')}>
      <div className={styles.tasks}>
        {SUGGESTION_TASKS.map((task) => (
          <Button
            key={task}
            kind="plain"
            disabled={!isOn || isAsking || (task !== 'answer' && text.trim() === '')}
            onClick={() => begin(task)}
          >
            {t(TASK_TEXTS[task])}
          </Button>
        ))}
        <ShopSwitch shop={shop} isOn={isOn} isKnown={known !== null} />
      </div>
      <p className={styles.note} role="status">
        {looked.state === 'failed' && failureText(looked.failure, common)}
        {known !== null && !isOn && t('off')}
        {isAsking && (
          <>
            {t('asking')}{' '}
            <Button kind="link" aria-keyshortcuts="Escape" onClick={cancel}>
              {t('cancel')}
            </Button>
          </>
        )}
        {held.state === 'failed' && failureText(held.failure, common)}
        {held.state === 'resting' && isOn && t('note')}
        {held.state === 'written' && (
          <>
            {t('written')}{' '}
            {text === held.suggestion && (
              <Button
                kind="link"
                onClick={() => {
                  if (area.current !== null) rewrite(area.current, held.before);
                  setHeld({ state: 'resting' });
                }}
              >
                {t('undo')}
              </Button>
            )}
          </>
        )}
        {held.state === 'beside' && t('beside')}
      </p>
      {held.state === 'beside' && (
        <div className={styles.beside}>
          <p className={styles.suggestion} dir="auto">
            {held.suggestion}
          </p>
          <Button kind="plain" onClick={() => write(held.suggestion)}>
            {t('use')}
          </Button>
        </div>
      )}
      {held.state === 'seeing' && (
        <SeenDialog
          asked={held.asked}
          onAgree={(host) => void agree(host, held.asked)}
          onClose={() => setHeld((now) => (now.state === 'seeing' ? { state: 'resting' } : now))}
        />
      )}
    </section>
  );
}

/** Takes Escape in the text box and in the panel before they do anything else with it. Null: not now. */
function useEscape(
  onEscape: (() => void) | null,
  area: RefObject<HTMLElement | null>,
  section: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (onEscape === null) return;
    const take = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      onEscape();
    };
    const places = [area.current, section.current];
    // The button that asked can have the focus no longer, and the person goes on in the text.
    area.current?.focus();
    for (const place of places) place?.addEventListener('keydown', take, true);
    return () => {
      for (const place of places) place?.removeEventListener('keydown', take, true);
    };
  }, [onEscape, area, section]);
}

interface SwitchProps extends Pick<SuggestionPanelProps, 'shop'> {
  readonly isOn: boolean;
  readonly isKnown: boolean;
}

/** Of the shop, for members who may change its settings. */
function ShopSwitch({ shop, isOn, isKnown }: SwitchProps) {
  const { t } = useTranslation('suggestions');
  const { t: common } = useTranslation('common');
  const maySet = useMay(['setting']);
  const change = async (next: boolean) => {
    if (shop === null) return;
    const result = await switchSuggestions(shop.shopId, next);
    if (!result.ok) toast('bad', failureText(result.failure, common));
  };
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={!isKnown || !maySet || shop === null}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
      {t('shop')}
    </label>
  );
}
