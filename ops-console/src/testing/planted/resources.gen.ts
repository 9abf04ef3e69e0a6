// Generated from modules/*/ops.py by `hearth ops generate`. Do not edit.
import BuildOutlined from '@mui/icons-material/BuildOutlined';
import SailingOutlined from '@mui/icons-material/SailingOutlined';
import type { ResourceDefinition } from '@/kit/definition';
import { HarbourBoatsColumns, HarbourBoatsList, HarbourBoatsShow } from './harbour.boats.gen';
import {
  HarbourRepairsColumns,
  HarbourRepairsList,
  HarbourRepairsName,
  HarbourRepairsShow,
} from './harbour.repairs.gen';

export const resources: readonly ResourceDefinition[] = [
  {
    name: 'harbour.boats',
    title: 'name',
    group: 'people',
    permission: 'harbour.boats.read',
    finds: { ids: 'id' },
    begins: { action: 'launch', permission: 'harbour.boats.launch' },
    icon: SailingOutlined,
    columns: HarbourBoatsColumns,
    list: HarbourBoatsList,
    show: HarbourBoatsShow,
  },
  {
    name: 'harbour.repairs',
    title: HarbourRepairsName,
    group: 'money',
    permission: 'harbour.repairs.read',
    icon: BuildOutlined,
    columns: HarbourRepairsColumns,
    list: HarbourRepairsList,
    show: HarbourRepairsShow,
  },
];
