// Generated from modules/*/ops.py by `hearth ops generate`. Do not edit.
import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined';
import AccountBoxOutlined from '@mui/icons-material/AccountBoxOutlined';
import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import BalanceOutlined from '@mui/icons-material/BalanceOutlined';
import BlockOutlined from '@mui/icons-material/BlockOutlined';
import BoltOutlined from '@mui/icons-material/BoltOutlined';
import BusinessOutlined from '@mui/icons-material/BusinessOutlined';
import ChatOutlined from '@mui/icons-material/ChatOutlined';
import ChecklistOutlined from '@mui/icons-material/ChecklistOutlined';
import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import CreditCardOutlined from '@mui/icons-material/CreditCardOutlined';
import CurrencyExchangeOutlined from '@mui/icons-material/CurrencyExchangeOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import DnsOutlined from '@mui/icons-material/DnsOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Face3Outlined from '@mui/icons-material/Face3Outlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import FavoriteBorderOutlined from '@mui/icons-material/FavoriteBorderOutlined';
import FlagOutlined from '@mui/icons-material/FlagOutlined';
import FolderZipOutlined from '@mui/icons-material/FolderZipOutlined';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import GavelOutlined from '@mui/icons-material/GavelOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import InterestsOutlined from '@mui/icons-material/InterestsOutlined';
import LocalOfferOutlined from '@mui/icons-material/LocalOfferOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined';
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import PersonSearchOutlined from '@mui/icons-material/PersonSearchOutlined';
import PhotoOutlined from '@mui/icons-material/PhotoOutlined';
import PriceCheckOutlined from '@mui/icons-material/PriceCheckOutlined';
import QueryStatsOutlined from '@mui/icons-material/QueryStatsOutlined';
import SavingsOutlined from '@mui/icons-material/SavingsOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import SellOutlined from '@mui/icons-material/SellOutlined';
import ShoppingCartOutlined from '@mui/icons-material/ShoppingCartOutlined';
import SmsOutlined from '@mui/icons-material/SmsOutlined';
import TheaterComedyOutlined from '@mui/icons-material/TheaterComedyOutlined';
import TranslateOutlined from '@mui/icons-material/TranslateOutlined';
import UndoOutlined from '@mui/icons-material/UndoOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import type { ResourceDefinition } from '@/kit/definition';
import { AccountsMembersColumns, AccountsMembersList, AccountsMembersShow } from './accounts.members.gen';
import {
  BillingBalancesColumns,
  BillingBalancesList,
  BillingBalancesName,
  BillingBalancesShow,
} from './billing.balances.gen';
import {
  BillingBatchesColumns,
  BillingBatchesList,
  BillingBatchesName,
  BillingBatchesShow,
} from './billing.batches.gen';
import {
  BillingBundlesColumns,
  BillingBundlesList,
  BillingBundlesName,
  BillingBundlesShow,
} from './billing.bundles.gen';
import {
  BillingChargebacksColumns,
  BillingChargebacksList,
  BillingChargebacksName,
  BillingChargebacksShow,
} from './billing.chargebacks.gen';
import { BillingCodeRevenueColumns, BillingCodeRevenueList, BillingCodeRevenueShow } from './billing.code-revenue.gen';
import { BillingCollectionsColumns, BillingCollectionsList, BillingCollectionsShow } from './billing.collections.gen';
import {
  BillingDebitMandatesColumns,
  BillingDebitMandatesList,
  BillingDebitMandatesShow,
} from './billing.debit-mandates.gen';
import { BillingDiscountsColumns, BillingDiscountsList, BillingDiscountsShow } from './billing.discounts.gen';
import {
  BillingEvidenceColumns,
  BillingEvidenceList,
  BillingEvidenceName,
  BillingEvidenceShow,
} from './billing.evidence.gen';
import { BillingLedgerColumns, BillingLedgerList, BillingLedgerName, BillingLedgerShow } from './billing.ledger.gen';
import { BillingMandatesColumns, BillingMandatesList, BillingMandatesShow } from './billing.mandates.gen';
import { BillingOrdersColumns, BillingOrdersList, BillingOrdersName, BillingOrdersShow } from './billing.orders.gen';
import {
  BillingPaymentsColumns,
  BillingPaymentsList,
  BillingPaymentsName,
  BillingPaymentsShow,
} from './billing.payments.gen';
import {
  BillingRedemptionsColumns,
  BillingRedemptionsList,
  BillingRedemptionsName,
  BillingRedemptionsShow,
} from './billing.redemptions.gen';
import {
  BillingRefundFiguresColumns,
  BillingRefundFiguresList,
  BillingRefundFiguresShow,
} from './billing.refund-figures.gen';
import {
  BillingRefundsColumns,
  BillingRefundsList,
  BillingRefundsName,
  BillingRefundsShow,
} from './billing.refunds.gen';
import {
  MessagingConversationsColumns,
  MessagingConversationsList,
  MessagingConversationsName,
  MessagingConversationsShow,
} from './messaging.conversations.gen';
import {
  ModerationAccessesColumns,
  ModerationAccessesList,
  ModerationAccessesName,
  ModerationAccessesShow,
} from './moderation.accesses.gen';
import {
  ModerationAppealsColumns,
  ModerationAppealsList,
  ModerationAppealsName,
  ModerationAppealsShow,
} from './moderation.appeals.gen';
import {
  ModerationAuditColumns,
  ModerationAuditList,
  ModerationAuditName,
  ModerationAuditShow,
} from './moderation.audit.gen';
import { ModerationBansColumns, ModerationBansList, ModerationBansShow } from './moderation.bans.gen';
import {
  ModerationCaseMessagesColumns,
  ModerationCaseMessagesList,
  ModerationCaseMessagesName,
  ModerationCaseMessagesShow,
} from './moderation.case-messages.gen';
import {
  ModerationComplaintsColumns,
  ModerationComplaintsList,
  ModerationComplaintsShow,
} from './moderation.complaints.gen';
import {
  ModerationDecisionsColumns,
  ModerationDecisionsList,
  ModerationDecisionsShow,
} from './moderation.decisions.gen';
import { ModerationFictionColumns, ModerationFictionList, ModerationFictionShow } from './moderation.fiction.gen';
import {
  ModerationFictionalProfilesColumns,
  ModerationFictionalProfilesList,
  ModerationFictionalProfilesShow,
} from './moderation.fictional-profiles.gen';
import {
  ModerationOpenedColumns,
  ModerationOpenedList,
  ModerationOpenedName,
  ModerationOpenedShow,
} from './moderation.opened.gen';
import { ModerationReportsColumns, ModerationReportsList, ModerationReportsShow } from './moderation.reports.gen';
import {
  ModerationReviewColumns,
  ModerationReviewList,
  ModerationReviewName,
  ModerationReviewShow,
} from './moderation.review.gen';
import { ModerationStaffColumns, ModerationStaffList, ModerationStaffShow } from './moderation.staff.gen';
import {
  NotificationsMailsColumns,
  NotificationsMailsList,
  NotificationsMailsName,
  NotificationsMailsShow,
} from './notifications.mails.gen';
import {
  NotificationsPushSubscriptionsColumns,
  NotificationsPushSubscriptionsList,
  NotificationsPushSubscriptionsName,
  NotificationsPushSubscriptionsShow,
} from './notifications.push-subscriptions.gen';
import {
  NotificationsStoppedColumns,
  NotificationsStoppedList,
  NotificationsStoppedName,
  NotificationsStoppedShow,
} from './notifications.stopped.gen';
import { PlatformDutiesColumns, PlatformDutiesList, PlatformDutiesShow } from './platform.duties.gen';
import { PlatformEventsColumns, PlatformEventsList, PlatformEventsShow } from './platform.events.gen';
import { PlatformGivenUpColumns, PlatformGivenUpList, PlatformGivenUpShow } from './platform.given-up.gen';
import { PlatformSchedulesColumns, PlatformSchedulesList, PlatformSchedulesShow } from './platform.schedules.gen';
import { ProfilesInterestsColumns, ProfilesInterestsList, ProfilesInterestsShow } from './profiles.interests.gen';
import {
  ProfilesPhotosColumns,
  ProfilesPhotosList,
  ProfilesPhotosName,
  ProfilesPhotosShow,
} from './profiles.photos.gen';
import { ProfilesProfilesColumns, ProfilesProfilesList, ProfilesProfilesShow } from './profiles.profiles.gen';
import { SitesCompaniesColumns, SitesCompaniesList, SitesCompaniesShow } from './sites.companies.gen';
import { SitesHostsColumns, SitesHostsList, SitesHostsShow } from './sites.hosts.gen';
import {
  SitesMessageCostsColumns,
  SitesMessageCostsList,
  SitesMessageCostsName,
  SitesMessageCostsShow,
} from './sites.message-costs.gen';
import { SitesPagesColumns, SitesPagesList, SitesPagesShow } from './sites.pages.gen';
import { SitesSitesColumns, SitesSitesList, SitesSitesShow } from './sites.sites.gen';
import { SitesTextsColumns, SitesTextsList, SitesTextsName, SitesTextsShow } from './sites.texts.gen';
import { SocialLikesColumns, SocialLikesList, SocialLikesName, SocialLikesShow } from './social.likes.gen';

export const resources: readonly ResourceDefinition[] = [
  {
    name: 'sites.sites',
    title: 'name',
    group: 'house',
    permission: 'sites.sites.read',
    finds: { ids: 'id' },
    icon: HomeOutlined,
    columns: SitesSitesColumns,
    list: SitesSitesList,
    show: SitesSitesShow,
  },
  {
    name: 'sites.hosts',
    title: 'host',
    group: 'house',
    permission: 'sites.hosts.read',
    begins: { action: 'add', permission: 'sites.sites.change' },
    icon: DnsOutlined,
    columns: SitesHostsColumns,
    list: SitesHostsList,
    show: SitesHostsShow,
  },
  {
    name: 'sites.texts',
    title: SitesTextsName,
    group: 'house',
    permission: 'sites.texts.read',
    begins: { action: 'tell', permission: 'sites.sites.change' },
    icon: TranslateOutlined,
    columns: SitesTextsColumns,
    list: SitesTextsList,
    show: SitesTextsShow,
  },
  {
    name: 'sites.message-costs',
    title: SitesMessageCostsName,
    group: 'house',
    permission: 'sites.message-costs.read',
    begins: { action: 'add', permission: 'sites.sites.change' },
    icon: PriceCheckOutlined,
    columns: SitesMessageCostsColumns,
    list: SitesMessageCostsList,
    show: SitesMessageCostsShow,
  },
  {
    name: 'sites.companies',
    title: 'name',
    group: 'house',
    permission: 'sites.companies.read',
    finds: { ids: 'id' },
    icon: BusinessOutlined,
    columns: SitesCompaniesColumns,
    list: SitesCompaniesList,
    show: SitesCompaniesShow,
  },
  {
    name: 'sites.pages',
    title: 'title',
    group: 'house',
    permission: 'sites.pages.read',
    begins: { action: 'write', permission: 'sites.pages.write' },
    icon: ArticleOutlined,
    columns: SitesPagesColumns,
    list: SitesPagesList,
    show: SitesPagesShow,
  },
  {
    name: 'accounts.members',
    title: 'name',
    group: 'people',
    permission: 'accounts.members.read',
    finds: { ids: 'id', email: 'address' },
    icon: PeopleOutlined,
    columns: AccountsMembersColumns,
    list: AccountsMembersList,
    show: AccountsMembersShow,
  },
  {
    name: 'profiles.profiles',
    title: 'name',
    group: 'people',
    permission: 'profiles.profiles.read',
    finds: { ids: 'id' },
    icon: AccountBoxOutlined,
    columns: ProfilesProfilesColumns,
    list: ProfilesProfilesList,
    show: ProfilesProfilesShow,
  },
  {
    name: 'profiles.photos',
    title: ProfilesPhotosName,
    group: 'people',
    permission: 'profiles.photos.read',
    finds: { ids: 'id' },
    icon: PhotoOutlined,
    columns: ProfilesPhotosColumns,
    list: ProfilesPhotosList,
    show: ProfilesPhotosShow,
  },
  {
    name: 'profiles.interests',
    title: 'name',
    group: 'house',
    permission: 'profiles.interests.read',
    icon: InterestsOutlined,
    columns: ProfilesInterestsColumns,
    list: ProfilesInterestsList,
    show: ProfilesInterestsShow,
  },
  {
    name: 'social.likes',
    title: SocialLikesName,
    group: 'people',
    permission: 'social.likes.read',
    icon: FavoriteBorderOutlined,
    columns: SocialLikesColumns,
    list: SocialLikesList,
    show: SocialLikesShow,
  },
  {
    name: 'billing.orders',
    title: BillingOrdersName,
    group: 'money',
    permission: 'billing.orders.read',
    finds: { ids: 'id', invoice: 'number' },
    icon: ShoppingCartOutlined,
    columns: BillingOrdersColumns,
    list: BillingOrdersList,
    show: BillingOrdersShow,
  },
  {
    name: 'billing.evidence',
    title: BillingEvidenceName,
    group: 'money',
    permission: 'billing.orders.read',
    icon: FactCheckOutlined,
    columns: BillingEvidenceColumns,
    list: BillingEvidenceList,
    show: BillingEvidenceShow,
  },
  {
    name: 'billing.payments',
    title: BillingPaymentsName,
    group: 'money',
    permission: 'billing.payments.read',
    finds: { ids: 'id' },
    icon: PaymentsOutlined,
    columns: BillingPaymentsColumns,
    list: BillingPaymentsList,
    show: BillingPaymentsShow,
  },
  {
    name: 'billing.refunds',
    title: BillingRefundsName,
    group: 'money',
    permission: 'billing.refunds.read',
    finds: { ids: 'id', credit_note: 'number' },
    icon: CurrencyExchangeOutlined,
    columns: BillingRefundsColumns,
    list: BillingRefundsList,
    show: BillingRefundsShow,
  },
  {
    name: 'billing.refund-figures',
    title: 'currency',
    group: 'money',
    permission: 'billing.refunds.read',
    icon: QueryStatsOutlined,
    columns: BillingRefundFiguresColumns,
    list: BillingRefundFiguresList,
    show: BillingRefundFiguresShow,
  },
  {
    name: 'billing.chargebacks',
    title: BillingChargebacksName,
    group: 'money',
    permission: 'billing.chargebacks.read',
    finds: { ids: 'id' },
    icon: UndoOutlined,
    columns: BillingChargebacksColumns,
    list: BillingChargebacksList,
    show: BillingChargebacksShow,
  },
  {
    name: 'billing.balances',
    title: BillingBalancesName,
    group: 'money',
    permission: 'billing.ledger.read',
    finds: { ids: 'id' },
    icon: MenuBookOutlined,
    columns: BillingBalancesColumns,
    list: BillingBalancesList,
    show: BillingBalancesShow,
  },
  {
    name: 'billing.ledger',
    title: BillingLedgerName,
    group: 'money',
    permission: 'billing.ledger.read',
    icon: MenuBookOutlined,
    columns: BillingLedgerColumns,
    list: BillingLedgerList,
    show: BillingLedgerShow,
  },
  {
    name: 'billing.discounts',
    title: 'code',
    group: 'money',
    permission: 'billing.discounts.read',
    finds: { ids: 'id', code: 'code' },
    begins: { action: 'create', permission: 'billing.discounts.change' },
    icon: LocalOfferOutlined,
    columns: BillingDiscountsColumns,
    list: BillingDiscountsList,
    show: BillingDiscountsShow,
  },
  {
    name: 'billing.redemptions',
    title: BillingRedemptionsName,
    group: 'money',
    permission: 'billing.discounts.read',
    finds: { ids: 'id' },
    icon: ConfirmationNumberOutlined,
    columns: BillingRedemptionsColumns,
    list: BillingRedemptionsList,
    show: BillingRedemptionsShow,
  },
  {
    name: 'billing.code-revenue',
    title: 'series',
    group: 'money',
    permission: 'billing.discounts.read',
    icon: QueryStatsOutlined,
    columns: BillingCodeRevenueColumns,
    list: BillingCodeRevenueList,
    show: BillingCodeRevenueShow,
  },
  {
    name: 'billing.bundles',
    title: BillingBundlesName,
    group: 'money',
    permission: 'billing.bundles.read',
    finds: { ids: 'id' },
    begins: { action: 'set-price', permission: 'billing.bundles.change' },
    icon: SellOutlined,
    columns: BillingBundlesColumns,
    list: BillingBundlesList,
    show: BillingBundlesShow,
  },
  {
    name: 'billing.mandates',
    title: 'label',
    group: 'money',
    permission: 'billing.mandates.read',
    finds: { ids: 'id' },
    icon: CreditCardOutlined,
    columns: BillingMandatesColumns,
    list: BillingMandatesList,
    show: BillingMandatesShow,
  },
  {
    name: 'billing.debit-mandates',
    title: 'reference',
    group: 'money',
    permission: 'billing.debit-mandates.read',
    finds: { ids: 'id' },
    icon: AccountBalanceOutlined,
    columns: BillingDebitMandatesColumns,
    list: BillingDebitMandatesList,
    show: BillingDebitMandatesShow,
  },
  {
    name: 'billing.collections',
    title: 'end_to_end_id',
    group: 'money',
    permission: 'billing.batches.read',
    finds: { ids: 'id' },
    icon: SavingsOutlined,
    columns: BillingCollectionsColumns,
    list: BillingCollectionsList,
    show: BillingCollectionsShow,
  },
  {
    name: 'billing.batches',
    title: BillingBatchesName,
    group: 'money',
    permission: 'billing.batches.read',
    finds: { ids: 'id' },
    begins: { action: 'make', permission: 'billing.batches.make' },
    icon: FolderZipOutlined,
    columns: BillingBatchesColumns,
    list: BillingBatchesList,
    show: BillingBatchesShow,
  },
  {
    name: 'messaging.conversations',
    title: MessagingConversationsName,
    group: 'people',
    permission: 'messaging.conversations.read',
    finds: { ids: 'id' },
    icon: ChatOutlined,
    columns: MessagingConversationsColumns,
    list: MessagingConversationsList,
    show: MessagingConversationsShow,
  },
  {
    name: 'moderation.review',
    title: ModerationReviewName,
    group: 'cases',
    permission: 'moderation.review.read',
    finds: { ids: 'id' },
    icon: FactCheckOutlined,
    columns: ModerationReviewColumns,
    list: ModerationReviewList,
    show: ModerationReviewShow,
  },
  {
    name: 'moderation.opened',
    title: ModerationOpenedName,
    group: 'cases',
    permission: 'moderation.opened.read',
    finds: { ids: 'id' },
    icon: PersonSearchOutlined,
    columns: ModerationOpenedColumns,
    list: ModerationOpenedList,
    show: ModerationOpenedShow,
  },
  {
    name: 'moderation.decisions',
    title: 'number',
    group: 'cases',
    permission: 'moderation.decisions.read',
    finds: { ids: 'id', number: 'number' },
    icon: GavelOutlined,
    columns: ModerationDecisionsColumns,
    list: ModerationDecisionsList,
    show: ModerationDecisionsShow,
  },
  {
    name: 'moderation.bans',
    title: 'number',
    group: 'cases',
    permission: 'moderation.decisions.read',
    finds: { ids: 'id' },
    icon: BlockOutlined,
    columns: ModerationBansColumns,
    list: ModerationBansList,
    show: ModerationBansShow,
  },
  {
    name: 'moderation.appeals',
    title: ModerationAppealsName,
    group: 'cases',
    permission: 'moderation.decisions.read',
    finds: { ids: 'id' },
    icon: BalanceOutlined,
    columns: ModerationAppealsColumns,
    list: ModerationAppealsList,
    show: ModerationAppealsShow,
  },
  {
    name: 'moderation.complaints',
    title: 'number',
    group: 'cases',
    permission: 'moderation.complaints.read',
    finds: { ids: 'id', number: 'number' },
    icon: ForumOutlined,
    columns: ModerationComplaintsColumns,
    list: ModerationComplaintsList,
    show: ModerationComplaintsShow,
  },
  {
    name: 'moderation.fiction',
    title: 'profile',
    group: 'cases',
    permission: 'moderation.fiction.read',
    finds: { ids: 'id' },
    icon: TheaterComedyOutlined,
    columns: ModerationFictionColumns,
    list: ModerationFictionList,
    show: ModerationFictionShow,
  },
  {
    name: 'moderation.fictional-profiles',
    title: 'name',
    group: 'people',
    permission: 'moderation.fictional-profiles.read',
    finds: { ids: 'id' },
    begins: { action: 'create', permission: 'moderation.fictional-profiles.change' },
    icon: Face3Outlined,
    columns: ModerationFictionalProfilesColumns,
    list: ModerationFictionalProfilesList,
    show: ModerationFictionalProfilesShow,
  },
  {
    name: 'moderation.reports',
    title: 'number',
    group: 'cases',
    permission: 'moderation.reports.read',
    finds: { ids: 'id', number: 'number' },
    icon: FlagOutlined,
    columns: ModerationReportsColumns,
    list: ModerationReportsList,
    show: ModerationReportsShow,
  },
  {
    name: 'moderation.case-messages',
    title: ModerationCaseMessagesName,
    group: 'cases',
    permission: 'moderation.reports.read',
    icon: SmsOutlined,
    columns: ModerationCaseMessagesColumns,
    list: ModerationCaseMessagesList,
    show: ModerationCaseMessagesShow,
  },
  {
    name: 'moderation.staff',
    title: 'name',
    group: 'staff',
    permission: 'moderation.staff.read',
    finds: { ids: 'id', name: 'name' },
    icon: BadgeOutlined,
    columns: ModerationStaffColumns,
    list: ModerationStaffList,
    show: ModerationStaffShow,
  },
  {
    name: 'moderation.audit',
    title: ModerationAuditName,
    group: 'staff',
    permission: 'moderation.audit.read',
    finds: { ids: 'id' },
    icon: DescriptionOutlined,
    columns: ModerationAuditColumns,
    list: ModerationAuditList,
    show: ModerationAuditShow,
  },
  {
    name: 'moderation.accesses',
    title: ModerationAccessesName,
    group: 'staff',
    permission: 'moderation.audit.read',
    finds: { ids: 'id' },
    icon: VisibilityOutlined,
    columns: ModerationAccessesColumns,
    list: ModerationAccessesList,
    show: ModerationAccessesShow,
  },
  {
    name: 'notifications.stopped',
    title: NotificationsStoppedName,
    group: 'engine',
    permission: 'notifications.mails.read',
    icon: MailOutlined,
    columns: NotificationsStoppedColumns,
    list: NotificationsStoppedList,
    show: NotificationsStoppedShow,
  },
  {
    name: 'notifications.mails',
    title: NotificationsMailsName,
    group: 'engine',
    permission: 'notifications.mails.read',
    finds: { ids: 'id' },
    icon: MailOutlined,
    columns: NotificationsMailsColumns,
    list: NotificationsMailsList,
    show: NotificationsMailsShow,
  },
  {
    name: 'notifications.push-subscriptions',
    title: NotificationsPushSubscriptionsName,
    group: 'engine',
    permission: 'notifications.push-subscriptions.read',
    finds: { ids: 'id' },
    icon: NotificationsOutlined,
    columns: NotificationsPushSubscriptionsColumns,
    list: NotificationsPushSubscriptionsList,
    show: NotificationsPushSubscriptionsShow,
  },
  {
    name: 'platform.given-up',
    title: 'handler',
    group: 'engine',
    permission: 'platform.duties.read',
    icon: ErrorOutlineOutlined,
    columns: PlatformGivenUpColumns,
    list: PlatformGivenUpList,
    show: PlatformGivenUpShow,
  },
  {
    name: 'platform.duties',
    title: 'handler',
    group: 'engine',
    permission: 'platform.duties.read',
    icon: ChecklistOutlined,
    columns: PlatformDutiesColumns,
    list: PlatformDutiesList,
    show: PlatformDutiesShow,
  },
  {
    name: 'platform.events',
    title: 'name',
    group: 'engine',
    permission: 'platform.events.read',
    finds: { ids: 'id' },
    icon: BoltOutlined,
    columns: PlatformEventsColumns,
    list: PlatformEventsList,
    show: PlatformEventsShow,
  },
  {
    name: 'platform.schedules',
    title: 'name',
    group: 'engine',
    permission: 'platform.duties.read',
    icon: ScheduleOutlined,
    columns: PlatformSchedulesColumns,
    list: PlatformSchedulesList,
    show: PlatformSchedulesShow,
  },
];
