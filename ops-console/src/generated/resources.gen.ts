// Generated from modules/*/ops.py by `hearth ops generate`. Do not edit.
import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import FlagOutlined from '@mui/icons-material/FlagOutlined';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import type { ResourceDefinition } from '@/kit/definition';
import { AccountsMembersList, AccountsMembersShow } from './accounts.members.gen';
import { ModerationAuditList, ModerationAuditShow } from './moderation.audit.gen';
import { ModerationComplaintsList, ModerationComplaintsShow } from './moderation.complaints.gen';
import { ModerationReportsList, ModerationReportsShow } from './moderation.reports.gen';
import { ModerationStaffList, ModerationStaffShow } from './moderation.staff.gen';
import { SitesSitesList, SitesSitesShow } from './sites.sites.gen';

export const resources: readonly ResourceDefinition[] = [
  {
    name: 'sites.sites',
    title: 'name',
    permission: 'sites.sites.read',
    icon: HomeOutlined,
    list: SitesSitesList,
    show: SitesSitesShow,
  },
  {
    name: 'accounts.members',
    title: 'name',
    permission: 'accounts.members.read',
    icon: PeopleOutlined,
    list: AccountsMembersList,
    show: AccountsMembersShow,
  },
  {
    name: 'moderation.complaints',
    title: 'number',
    permission: 'moderation.complaints.read',
    icon: ForumOutlined,
    list: ModerationComplaintsList,
    show: ModerationComplaintsShow,
  },
  {
    name: 'moderation.reports',
    title: 'number',
    permission: 'moderation.reports.read',
    icon: FlagOutlined,
    list: ModerationReportsList,
    show: ModerationReportsShow,
  },
  {
    name: 'moderation.staff',
    title: 'name',
    permission: 'moderation.staff.read',
    icon: BadgeOutlined,
    list: ModerationStaffList,
    show: ModerationStaffShow,
  },
  {
    name: 'moderation.audit',
    title: 'action',
    permission: 'moderation.audit.read',
    icon: DescriptionOutlined,
    list: ModerationAuditList,
    show: ModerationAuditShow,
  },
];
