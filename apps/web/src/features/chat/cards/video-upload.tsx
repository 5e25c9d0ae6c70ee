import { useDesk, useDeskState, useReadable } from '../../../base/desk.tsx';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { openComposer } from '../place/open-composer.ts';
import styles from './content-cards.module.css';

/** How far a video of this window has come on its way to the server, and the way to give it up. */
export function VideoUpload({ clientId }: { readonly clientId: string }) {
  const { t } = useTranslation('cards');
  const locale = useLocale();
  const desk = useDesk();
  const share = useReadable(desk.sender.videoProgress).get(clientId);
  const isPending = useDeskState(({ pending }) =>
    [...pending.values()].flat().some((item) => item.clientId === clientId && item.phase.state !== 'refused'),
  );
  if (!isPending) return null;
  // 100% is said only when everything is there.
  const percent = Math.floor((share ?? 0) * 100);
  const shown = new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100);
  return (
    <span className={styles.upload}>
      <progress aria-label={t('video.upload')} max={100} value={percent} />
      <span className="numbers">
        {share === undefined ? t('video.queued') : t('video.uploaded', { percent: shown })}
      </span>
      <Button
        kind="link"
        onClick={() => {
          desk.sender.cancelVideo(clientId);
          // The row is gone, and its button with it.
          openComposer.get()?.area.focus();
        }}
      >
        {t('video.cancel')}
      </Button>
    </span>
  );
}
