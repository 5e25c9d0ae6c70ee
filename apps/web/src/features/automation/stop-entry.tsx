import type { AutomaticStopView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useDeskState } from '../../base/desk.tsx';
import { TIMER_PATH } from '../../base/guard.ts';
import { failedDialog, lazyScreen } from '../../base/lazy-screen.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { useMay } from '../../base/may.tsx';
import { shopName } from '../../base/shops/health.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuButton, type MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toasts.tsx';
import { resumeAutomatic } from './commands.ts';
import { AUTOMATIC_STOPS } from './look-ups.ts';
import type { StopDialogProps } from './stop-dialog.tsx';
import styles from './stop-entry.module.css';

const StopDialog = lazyScreen<StopDialogProps>(() => import('./stop-dialog.tsx').then(({ StopDialog }) => StopDialog), {
  failed: failedDialog(({ onClose }) => onClose()),
});

/** Stops everything that is sent without a person, and says while something is stopped. */
export function StopEntry() {
  const { t } = useTranslation('automation');
  const navigate = useNavigate();
  const look = useLookUp(AUTOMATIC_STOPS, {});
  const mayChat = useMay(['chat']);
  const [asked, setAsked] = useState<StopDialogProps['what'] | null>(null);
  const stops = look.state === 'found' || look.state === 'stale' ? look.data.stops : [];
  const isWhole = stops.some(({ shopId }) => shopId === null);
  const ends = useEnds(stops);
  const actions: readonly MenuItem[] = [
    ...(isWhole
      ? []
      : [
          {
            kind: 'action' as const,
            key: 'account',
            icon: 'stop' as const,
            label: t('stop.account'),
            onChoose: () => setAsked('account'),
          },
          {
            kind: 'action' as const,
            key: 'shop',
            icon: 'shop' as const,
            label: t('stop.shop'),
            onChoose: () => setAsked('shop'),
          },
        ]),
    ...(mayChat
      ? [
          {
            kind: 'action' as const,
            key: 'rules',
            icon: 'sliders' as const,
            label: t('stop.rules'),
            onChoose: () => void navigate('/settings/auto-reply'),
          },
        ]
      : []),
    {
      kind: 'action',
      key: 'timer',
      icon: 'clock',
      label: t('stop.timer'),
      onChoose: () => void navigate(TIMER_PATH),
    },
  ];
  const label = isWhole ? t('stopped') : t('stopped.shops', { count: stops.length });
  return (
    <>
      {stops.length === 0 ? (
        <MenuButton label={t('stop')} items={[{ kind: 'heading', key: 'title', label: t('stop') }, ...actions]}>
          <Icon name="stop" />
        </MenuButton>
      ) : (
        <MenuButton label={label} className={styles.stopped} items={[...ends, ...actions]}>
          <Icon name="stop" size={16} />
          <span className={styles.words}>{label}</span>
        </MenuButton>
      )}
      {asked !== null && <StopDialog what={asked} stops={stops} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Who stopped what and since when, and the way to end it for members who may. */
function useEnds(stops: readonly AutomaticStopView[]): readonly MenuItem[] {
  const { t } = useTranslation('automation');
  const { t: common } = useTranslation('common');
  const maySet = useMay(['setting']);
  const isMain = useDeskState(({ member }) => member?.isMain === true);
  const shops = useDeskState((state) => state.shops);
  const whereOf = (shopId: ShopId | null): string => {
    if (shopId === null) return t('stopped.account');
    const shop = shops.get(shopId);
    return shop === undefined ? t('stopped.unknown') : shopName(shop);
  };
  const resume = async (shopId: ShopId | null) => {
    const result = await resumeAutomatic(shopId);
    if (!result.ok) toast('bad', failureText(result.failure, common));
  };
  const items = stops.flatMap(({ shopId, stoppedAt, stoppedBy }): MenuItem[] => {
    const where = whereOf(shopId);
    const detail = t('stopped.by', { name: stoppedBy, time: fullTime(stoppedAt) });
    const heading: MenuItem = { kind: 'heading', key: `where-${shopId}`, label: where, detail };
    if (!maySet || (shopId === null && !isMain)) return [heading];
    return [
      heading,
      {
        kind: 'action',
        key: `resume-${shopId}`,
        icon: 'play',
        label: t('resume'),
        name: t('resume.of', { where }),
        onChoose: () => void resume(shopId),
      },
    ];
  });
  const isHeld = maySet && !isMain && stops.some(({ shopId }) => shopId === null);
  const why = !maySet ? t('resume.noKey') : isHeld ? t('resume.mainOnly') : null;
  return why === null || items.length === 0 ? items : [...items, { kind: 'note', key: 'why', label: why }];
}
