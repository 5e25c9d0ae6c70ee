import type { ConversationListing } from '@pasar/api';
import { type BulkSetting, type ConversationId, offers } from '@pasar/domain';
import { presenceOf } from '@pasar/sync';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useOtherColleagues } from '../../../../base/colleagues.ts';
import { useDeskState } from '../../../../base/desk.tsx';
import { useLookUp } from '../../../../base/look-up.ts';
import { useMay } from '../../../../base/may.tsx';
import { failureText } from '../../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Menu, type MenuItem } from '../../../../ui/menu.tsx';
import { toast } from '../../../../ui/toasts.tsx';
import type { Corner } from '../../../../ui/use-corner.ts';
import { TAGS } from '../../tags/look-ups.ts';
import { begin } from '../commands.ts';
import styles from './bulk.module.css';
import { BulkProgress } from './bulk-progress.tsx';
import { closeAction } from './newest-action.ts';
import { PLAIN_SETTINGS, useSettingText } from './setting-texts.ts';

export interface BulkBarProps {
  readonly picked: readonly ConversationId[];
  /** Everything that the list has now, also what is not loaded, instead of the picked ones. */
  readonly isAll: boolean;
  readonly listing: ConversationListing;
  /** The action that is shown until the member begins another one. */
  readonly newestAction: string | null;
  readonly onAll: () => void;
  readonly onClear: () => void;
}

const isDeletion = (setting: BulkSetting): boolean => setting.kind === 'delete' && setting.isOn;

/** What is picked, the actions on it, and how far an action has come. */
export function BulkBar({ picked, isAll, listing, newestAction, onAll, onClear }: BulkBarProps) {
  const { t } = useTranslation('bulk');
  const { t: common } = useTranslation('common');
  const look = useLookUp(TAGS, {});
  const tags = look.state === 'found' || look.state === 'stale' ? look.data.tags : [];
  const shops = useDeskState((state) => state.shops);
  const textOf = useSettingText(tags);
  const own = useDeskState(({ member }) => member?.memberId);
  const colleagues = useOtherColleagues();
  // As text, because the selector must give the same for the same state.
  const onlineIds = useDeskState((state) =>
    colleagues
      .filter(({ memberId }) => presenceOf(state, memberId) !== 'off')
      .map(({ memberId }) => memberId)
      .join(' '),
  );
  const isAbsent = (setting: BulkSetting): boolean =>
    setting.kind === 'assign' &&
    colleagues.some(({ memberId }) => memberId === setting.memberId && !onlineIds.split(' ').includes(memberId));
  const [menuAt, setMenuAt] = useState<Corner | null>(null);
  const [asked, setAsked] = useState<BulkSetting | null>(null);
  // Undefined until the member has begun an action here, or closed one.
  const [chosen, setShown] = useState<string | null>();
  const shown = chosen === undefined ? newestAction : chosen;
  const close = (bulkId: string) => {
    closeAction(bulkId);
    setShown(null);
  };
  const marketplaces = new Set([...shops.values()].map(({ marketplace }) => marketplace));
  const isOffered = (setting: BulkSetting): boolean => {
    const { kind } = setting;
    if (kind === 'delete') return setting.isOn === (listing.tab !== 'deleted');
    if (kind === 'unread') return listing.tab !== 'deleted';
    return kind !== 'favorite' || [...marketplaces].some((one) => offers(one, kind));
  };

  const mayBulkSend = useMay(['batchReply']);
  const navigate = useNavigate();
  const target: Parameters<typeof begin>[1] = isAll
    ? { kind: 'matching', listing }
    : { kind: 'named', conversationIds: [...picked] };
  const carryOut = async (setting: BulkSetting) => {
    const result = await begin(setting, target);
    if (!result.ok) return toast('bad', t('notBegun', { why: failureText(result.failure, common) }));
    setShown(result.data.action.bulkId);
    onClear();
  };
  const settings: readonly BulkSetting[] = [
    ...PLAIN_SETTINGS.filter(isOffered),
    ...(own === undefined ? [] : [{ kind: 'assign', memberId: own } as const]),
    { kind: 'assign', memberId: null },
    ...colleagues.map(({ memberId }) => ({ kind: 'assign', memberId }) as const),
    ...tags.map(({ buyerTagId }) => ({ kind: 'tag', buyerTagId, isOn: true }) as const),
    ...tags.map(({ buyerTagId }) => ({ kind: 'tag', buyerTagId, isOn: false }) as const),
  ];
  // The page of messages to many buyers takes the target from the navigation.
  const sending: readonly MenuItem[] = mayBulkSend
    ? [
        {
          kind: 'action',
          key: 'send',
          icon: 'send',
          label: t('do.send'),
          onChoose: () => void navigate('/bulk-send', { state: target }),
        },
      ]
    : [];
  const changes = settings.map(
    (setting, index): MenuItem => ({
      kind: 'action',
      key: String(index),
      ...(isAbsent(setting)
        ? { label: t('do.assignOffline', { what: textOf(setting) }), offBy: 'offline' }
        : { label: textOf(setting) }),
      // What is not on the screen is asked about once, and so is a deletion.
      onChoose: () => (isAll || isDeletion(setting) ? setAsked(setting) : void carryOut(setting)),
    }),
  );
  const notes: readonly MenuItem[] = settings.some(isAbsent)
    ? [{ kind: 'note', key: 'offline', label: t('offline') }]
    : [];
  const isPicking = isAll || picked.length > 0;
  return (
    <>
      {shown !== null && <BulkProgress bulkId={shown} tags={tags} onShow={setShown} onClose={() => close(shown)} />}
      {isPicking && (
        <section className={styles.bar} aria-label={t('bar')}>
          <span className={styles.count} role="status">
            {isAll ? t('all') : t('picked', { count: picked.length })}
          </span>
          {!isAll && (
            <Button kind="link" onClick={onAll}>
              {t('pickAll')}
            </Button>
          )}
          <Button
            kind="primary"
            aria-haspopup="menu"
            onClick={({ currentTarget }) => {
              const { left, top, right } = currentTarget.getBoundingClientRect();
              setMenuAt({ x: left, y: top, right });
            }}
          >
            {t('actions')}
          </Button>
          <IconButton icon="close" label={t('clear')} onClick={onClear} />
        </section>
      )}
      {menuAt !== null && (
        <Menu
          label={t('actions')}
          items={[...sending, ...changes, ...notes]}
          at={menuAt}
          onClose={() => setMenuAt(null)}
        />
      )}
      {asked !== null && (
        <ConfirmDialog
          title={isDeletion(asked) ? t('ask.deleteTitle') : textOf(asked)}
          text={t(isDeletion(asked) ? (isAll ? 'ask.deleteAll' : 'ask.delete') : 'ask')}
          confirm={t(isDeletion(asked) ? 'ask.deleteConfirm' : 'ask.confirm')}
          cancel={t('ask.keep')}
          onConfirm={() => {
            setAsked(null);
            void carryOut(asked);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
