import { describeReceivingUnderFire } from './receiving.ts';
import { describeSendingUnderFire } from './sending.ts';

describeReceivingUnderFire('lazada');
describeSendingUnderFire('lazada');
