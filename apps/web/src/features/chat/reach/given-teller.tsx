import type { Change, MentionView } from '@pasar/api';
import type { ReachRule } from '@pasar/domain';
import type { Desk } from '@pasar/sync';
import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { mayNotify, notify } from '../../../base/reached.ts';
import { shopName } from '../../../base/shops/health.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { playTone } from '../../../base/tones.ts';
import { toast } from '../../../ui/toasts.tsx';
import { presentTime } from '../../../ui/use-now.ts';
import { shopOf } from '../together/commands.ts';
import { useJumpToNote } from '../together/use-jump-to-note.ts';
import { claim } from './claim.ts';
import { firstFitting, toneOf } from './fitting.ts';
import { asGiven, type Given, givenBy, newMentions, placeOf } from './given.ts';
import { isTypingNow } from './typing-now.ts';
import { useHeldBack } from './use-held-back.ts';
import { useOpening } from './use-opening.ts';

/** What comes within so long is told together (our choice). */
const TOGETHER_MS = 2_000;
/** Of a note of a colleague so many letters are shown (our choice). */
const SHOWN_LETTERS = 120;
const KINDS = ['conversation', 'mention', 'remark'] as const;
/** Nobody sees a toast in a hidden window: it appears when the window is looked at. */
const FOR_TOASTS = { delayMs: TOGETHER_MS, isHeld: () => document.hidden };
const FOR_SOUNDS = { delayMs: TOGETHER_MS, isHeld: isTypingNow };

export interface GivenTellerProps {
  /** Of the stream, the newest last. */
  readonly changes: readonly Change[];
  /** The mentions when the window opened, and now; null while they are not known. */
  readonly first: readonly MentionView[] | null;
  readonly mentions: readonly MentionView[] | null;
}

/**
 * Tells of what somebody gives the member: by a toast in every window, and by a sound and the browser's notification in one of
 * them. Shows nothing itself.
 */
export function GivenTeller({ changes, first, mentions }: GivenTellerProps) {
  const desk = useDesk();
  const memberId = useDeskState(({ member }) => member?.memberId);
  const tellByToast = useHeldBack(useToasts(), FOR_TOASTS);
  const tellBySound = useHeldBack(useSounds(), FOR_SOUNDS);
  const toldOf = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const noted = first === null || mentions === null ? [] : newMentions(mentions, first, memberId);
    const all = [...givenBy(changes, desk.state.get()), ...noted.map(asGiven)];
    const given = all.filter(({ key }) => !toldOf.current.has(key));
    toldOf.current = new Set([...toldOf.current, ...given.map(({ key }) => key)]);
    tellByToast(given);
    tellBySound(given);
  }, [desk, changes, first, mentions, memberId, tellByToast, tellBySound]);
  return null;
}

/** Whether a toast tells of it, and the rules by which a sound and a notification may. */
async function judged(
  item: Given,
  desk: Desk,
): Promise<{ readonly isShown: boolean; readonly rule: ReachRule | null }> {
  const { conversationId, isMuted, shopId: known } = placeOf(item, desk.state.get());
  const shopId = known ?? (conversationId === null ? null : await shopOf(conversationId));
  const state = desk.state.get();
  const assigneeId = state.member?.memberId ?? null;
  if (shopId === null || (item.what === 'conversation' && !isStillMine(item, desk)))
    return { isShown: false, rule: null };
  const rule = await firstFitting({ conversationId, shopId, isMuted, assigneeId }, state, presentTime());
  const isByRule = item.what === 'conversation' && item.told.cause.kind === 'rule';
  return { isShown: isByRule ? rule !== null : !isMuted && !state.arrangement.hidden.includes(shopId), rule };
}

function isStillMine({ conversation }: Extract<Given, { what: 'conversation' }>, desk: Desk): boolean {
  const { shown, member } = desk.state.get();
  return shown.get(conversation.conversationId)?.assigneeId === member?.memberId;
}

function useToasts(): (given: readonly Given[]) => Promise<void> {
  const desk = useDesk();
  const { t } = useTranslation('given');
  const textOf = useTexts();
  const open = useOpeningOf();
  return useCallback(
    async (given) => {
      const found = await Promise.all(given.map(async (item) => ((await judged(item, desk)).isShown ? [item] : [])));
      for (const kind of KINDS) {
        const all = found.flat().filter(({ what }) => what === kind);
        const last = all.at(-1);
        if (last !== undefined) toast('info', textOf(last, all.length), { label: t('open'), run: () => open(last) });
      }
    },
    [desk, t, textOf, open],
  );
}

function useSounds(): (given: readonly Given[]) => Promise<void> {
  const desk = useDesk();
  const textOf = useTexts();
  const open = useOpeningOf();
  return useCallback(
    async (given) => {
      const found = await Promise.all(
        given.map(async (item) => {
          const { rule } = await judged(item, desk);
          return rule === null ? [] : [{ item, rule }];
        }),
      );
      const fitting = found.flat();
      if (fitting.length === 0) return;
      const claimed = await claim(fitting.map(({ item }) => item.key));
      const told = fitting.filter(({ item }) => claimed.has(item.key));
      const { chatSetting: setting, shops } = desk.state.get();
      if (told.length === 0) return;
      if (setting.hasSound) playTone(toneOf(told, setting));
      if (!setting.hasNotifications || !mayNotify()) return;
      for (const kind of KINDS) {
        const all = told.map(({ item }) => item).filter(({ what }) => what === kind);
        const last = all.at(-1);
        if (last === undefined) continue;
        const { shopId } = placeOf(last, desk.state.get());
        const shop = shopId === null ? undefined : shops.get(shopId);
        const body = shop === undefined || all.length > 1 ? '' : shopName(shop);
        notify(textOf(last, all.length), body, `pasar.given ${last.key}`, () => open(last));
      }
    },
    [desk, textOf, open],
  );
}

/** The text about the last of so many of its kind. */
function useTexts(): (last: Given, count: number) => string {
  const desk = useDesk();
  const { t } = useTranslation('given');
  return useCallback(
    (last, count) => {
      const { buyer } = placeOf(last, desk.state.get());
      if (last.what === 'remark') {
        return count > 1 ? t('remarks', { count, buyer }) : t('remark', { by: last.told.by, buyer });
      }
      if (last.what === 'mention') {
        const { author: by, text } = last.mention.note;
        return count > 1
          ? t('mentions', { count, buyer })
          : t('mention', { by, buyer, text: text.slice(0, SHOWN_LETTERS) });
      }
      const { cause, note } = last.told;
      if (count > 1) return t('many', { count, buyer });
      if (cause.name === null) return t('oneByNobody', { buyer });
      if (cause.kind === 'rule') return t('oneByRule', { rule: cause.name, buyer });
      const facts = { by: cause.name, buyer };
      return note === null ? t('one', facts) : t('oneWhy', { ...facts, note: note.slice(0, SHOWN_LETTERS) });
    },
    [desk, t],
  );
}

function useOpeningOf(): (item: Given) => void {
  const open = useOpening();
  const jump = useJumpToNote();
  const navigate = useNavigate();
  return useCallback(
    (item) => {
      if (item.what === 'conversation') open(item.conversation);
      else if (item.what === 'mention') void jump(item.mention.note);
      else void navigate('/remarks?who=me');
    },
    [open, jump, navigate],
  );
}
