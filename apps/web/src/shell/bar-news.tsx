import type { ConversationView } from '@pasar/api';
import { useDeskState } from '../base/desk.tsx';
import { failedLine, lazyScreen, withTexts } from '../base/lazy-screen.tsx';
import { useMay } from '../base/may.tsx';
import { needRemarksTexts } from '../base/remarks/need-texts.ts';
import { needReminderTexts } from '../features/after-sales/reminder/need-texts.ts';
import { needAlertNewsTexts } from '../features/alerts/news/need-texts.ts';
import { needAutomationTexts } from '../features/automation/need-texts.ts';
import { reveal, select } from '../features/chat/place/selection.ts';
import { GivenEntry } from '../features/chat/reach/given-entry.tsx';
import { needReachTexts } from '../features/chat/reach/need-texts.ts';
import { needTogetherTexts } from '../features/chat/together/need-texts.ts';
import type { DueWarningsProps } from '../features/response-rules/news/due-warnings.tsx';
import { needDueNewsTexts } from '../features/response-rules/news/need-texts.ts';
import { ExpiredShops } from './expired-shops.tsx';
import { needShellTexts } from './need-texts.ts';
import { useNotices } from './notices.ts';
import { UndeliveredEntry } from './undelivered-entry.tsx';
import { useUpdate } from './use-update.ts';

const UpdateNotice = lazyScreen(
  () => withTexts(needShellTexts, () => import('./update-notice.tsx').then(({ UpdateNotice }) => UpdateNotice)),
  { failed: failedLine },
);

const AlertEntry = lazyScreen(
  () =>
    withTexts(needAlertNewsTexts, () =>
      import('../features/alerts/news/alert-entry.tsx').then(({ AlertEntry }) => AlertEntry),
    ),
  // The settings have the alerts as well.
  { failed: () => null },
);

const Reminder = lazyScreen(
  () =>
    withTexts(needReminderTexts, () =>
      import('../features/after-sales/reminder/reminder-entry.tsx').then(({ ReminderEntry }) => ReminderEntry),
    ),
  { failed: failedLine },
);

const DueWarnings = lazyScreen<DueWarningsProps>(
  () =>
    withTexts(needDueNewsTexts, () =>
      import('../features/response-rules/news/due-warnings.tsx').then(({ DueWarnings }) => DueWarnings),
    ),
  // The list marks what is due soon as well.
  { failed: () => null },
);
const revealDue = (conversation: ConversationView) => reveal('all', conversation);
const showDue = () => select('all', { tab: 'due', shopId: null });

const RemarksEntry = lazyScreen(
  () =>
    withTexts(needRemarksTexts, () =>
      import('../features/remarks/news/remarks-entry.tsx').then(({ RemarksEntry }) => RemarksEntry),
    ),
  // The palette leads to the remarks as well.
  { failed: () => null },
);

const StopEntry = lazyScreen(
  () =>
    withTexts(needAutomationTexts, () =>
      import('../features/automation/stop-entry.tsx').then((code) => code.StopEntry),
    ),
  { failed: failedLine },
);

const MentionsEntry = lazyScreen(
  () => withTexts(needTogetherTexts, () => import('./mentions-entry.tsx').then(({ MentionsEntry }) => MentionsEntry)),
  // The notes stand in their conversations as well.
  { failed: () => null },
);

const Reach = lazyScreen(
  () =>
    withTexts(needReachTexts, () => import('../features/chat/reach/reach-entry.tsx').then((code) => code.ReachEntry)),
  // The title and the lists count the waiting buyers as well.
  { failed: () => null },
);

/**
 * What the bar tells when something needs a person: a newer version, logins that have expired, answers that did not
 * arrive, after-sales cases that nobody has seen, remarks that are pending, a stop of automatic messages; and the toasts about answers that are due, about
 * what somebody gives the member, and about actions that were undone or refused.
 */
export function BarNews() {
  useNotices();
  const version = useUpdate();
  const mayChat = useMay(['chat']);
  const maySend = useMay(['chat', 'batchReply', 'orderCare']);
  const mayOrder = useMay(['order']);
  const mayRemark = useMay(['remark']);
  const isMain = useDeskState(({ member }) => member?.isMain === true);
  return (
    <>
      {version !== null && <UpdateNotice version={version} />}
      {mayChat && <Reach />}
      {(mayChat || mayRemark) && <GivenEntry />}
      {mayOrder && <Reminder />}
      <ExpiredShops />
      <UndeliveredEntry />
      {mayChat && <MentionsEntry />}
      {mayRemark && <RemarksEntry />}
      {isMain && <AlertEntry />}
      {maySend && <StopEntry />}
      {mayChat && <DueWarnings onOpen={revealDue} onShow={showDue} />}
    </>
  );
}
