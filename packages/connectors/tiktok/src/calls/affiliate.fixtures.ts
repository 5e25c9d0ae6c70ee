/** facts 3.6; rows as public clients have them, values invented. */
import { creatorRecommendationCall, inviteCall } from './affiliate.ts';
import { type AnyFixture, among, asksPost, SCOPE, said } from './scene.fixture.ts';

const wrapped = (value: unknown) => ({ value, is_authorized: true, status: 0 });
export const AFFILIATE_FIXTURES: readonly AnyFixture[] = [
  among({
    call: creatorRecommendationCall,
    params: {
      contentPreferenceRange: [1],
      creatorScoreRange: [4],
      followerAgeGroups: [],
      followerGenders: [],
      managedByAgency: [],
      next: { page: 1, itemCursor: '20' },
    },
    scope: SCOPE,
    request: asksPost('/api/v1/oec/affiliate/creator/marketplace/recommendation', {
      request: {
        content_preference_range: [1],
        creator_score_range: [4],
        follower_age_groups: [],
        follower_genders: [],
        managed_by_agency: [],
        pagination: { size: 20, page: 1, next_item_cursor: '20' },
      },
    }),
    answer: said({
      creator_profile_list: [
        {
          creator_oecuid: wrapped('7495000000000000001'),
          handle: wrapped('aina.live'),
          nickname: wrapped('Aina'),
          avatar: wrapped({ thumb_url_list: ['https://p16.example/c.webp'] }),
          selection_region: wrapped('MY'),
          follower_cnt: wrapped('12034'),
        },
      ],
      next_pagination: { has_more: true, next_page: 2, next_item_cursor: 40, search_key: '' },
    }),
    result: {
      items: [
        {
          creatorId: '7495000000000000001',
          handle: 'aina.live',
          nickname: 'Aina',
          avatarUrl: 'https://p16.example/c.webp',
          region: 'MY',
          followerCount: 12_034,
          isInvitedBefore: false,
        },
      ],
      unreadable: [],
      next: { page: 2, itemCursor: '40' },
    },
  }),
  among({
    call: inviteCall,
    params: {
      name: 'Raya',
      message: 'Hello',
      creatorIds: ['7495000000000000001'],
      products: [{ productId: '1729000000000000101', commissionRate: 1_500 }],
      endsAt: 1_800_000_000_000,
    },
    scope: SCOPE,
    request: asksPost('/api/v1/oec/affiliate/seller/invite/send', {
      name: 'Raya',
      message: 'Hello',
      creator_oec_ids: ['7495000000000000001'],
      products: [{ product_id: '1729000000000000101', commission_rate: 1_500 }],
      end_time: '1800000000',
    }),
    answer: said({ invitation_id: '7496000000000000001' }),
    result: { invitationId: '7496000000000000001', failedCreatorIds: [] },
  }),
];
