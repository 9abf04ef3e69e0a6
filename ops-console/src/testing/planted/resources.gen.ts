// Generated from modules/*/ops by `hearth ops generate`. Do not edit.
import BuildOutlined from '@mui/icons-material/BuildOutlined';
import SailingOutlined from '@mui/icons-material/SailingOutlined';
import type { ResourceDefinition } from '@/kit/definition';

export const resources: readonly ResourceDefinition[] = [
  {
    "name": "harbour.boats",
    "title": "name",
    "group": "people",
    "icon": SailingOutlined,
    "permission": "harbour.boats.read",
    "reveal": "harbour.boats.reveal",
    "finds": {"ids": "id"},
    "foundBy": "name",
    "sort": {"field": "length", "order": "DESC"},
    "columns": [
      {"source": "name", "kind": "text", "sortable": true},
      {"source": "skipper", "kind": "text", "masked": true},
      {"source": "length", "kind": "number", "sortable": true},
      {"source": "colour", "kind": "badge", "choices": ["red", "deep_blue"]},
      {"source": "flags", "kind": "badges"},
      {"source": "is_afloat", "kind": "yes_no"},
      {"source": "sister_id", "kind": "reference", "reference": "harbour.boats", "related": true},
      {"source": "built_on", "kind": "day"},
      {"source": "sunk_at", "kind": "instant", "unlisted": true},
      {"source": "remark", "kind": "text", "unlisted": true},
    ],
    "filters": ["name", "skipper", "colour", "is_afloat", "sister_id", "built_on", "sunk_at"],
    "begins": {
      "action": "launch",
      "permission": "harbour.boats.launch",
      "fields": [
        {"source": "name", "kind": "text", "required": true, "min": 2},
        {"source": "colour", "kind": "choice", "choices": ["red", "deep_blue"], "required": true},
        {"source": "flags", "kind": "choices", "choices": ["nl", "de"]},
        {"source": "built_on", "kind": "day", "required": true},
        {"source": "sister_id", "kind": "reference", "reference": "harbour.boats"},
      ],
    },
    "actions": [
      {
        "action": "sink",
        "permission": "harbour.boats.sink",
        "confirm": true,
        "danger": true,
        "when": {"source": "is_afloat", "values": [true]},
        "fields": [
          {"source": "reason", "kind": "text", "required": true, "min": 3, "multiline": true},
          {"source": "depth", "kind": "number", "required": true},
        ],
      },
    ],
  },
  {
    "name": "harbour.repairs",
    "title": ["boat_id", "number"],
    "group": "money",
    "icon": BuildOutlined,
    "permission": "harbour.repairs.read",
    "sort": {"field": "id", "order": "ASC"},
    "columns": [
      {"source": "number", "kind": "number"},
      {"source": "boat_id", "kind": "reference", "reference": "harbour.boats", "related": true},
      {"source": "price_minor", "kind": "money"},
      {"source": "parts", "kind": "words"},
      {"source": "drawing", "kind": "picture"},
      {"source": "bill", "kind": "json", "unlisted": true},
      {"source": "story", "kind": "long_text", "unlisted": true},
      {"source": "note", "kind": "text", "unlisted": true},
      {"source": "yard", "kind": "text", "means": "country"},
      {"source": "by", "kind": "text", "means": "actor", "unlisted": true},
      {"source": "way", "kind": "text", "means": "choice", "unlisted": true},
      {"source": "from_list", "kind": "text", "means": "list", "unlisted": true},
    ],
    "filters": ["boat_id"],
    "actions": [
      {
        "action": "correct",
        "permission": "harbour.repairs.correct",
        "prefilled": true,
        "fields": [
          {"source": "story", "kind": "text", "required": true, "multiline": true},
          {"source": "parts", "kind": "words", "mayBeEmpty": true},
          {"source": "price_minor", "kind": "number"},
          {"source": "drawing", "kind": "text", "multiline": true},
          {"source": "note", "kind": "text", "mayBeEmpty": true, "multiline": true},
          {"source": "is_paid", "kind": "yes_no"},
          {"source": "secret", "kind": "text", "mayBeEmpty": true},
        ],
      },
      {
        "action": "print",
        "permission": "harbour.repairs.print",
        "file": true,
        "fields": [{"source": "reason", "kind": "text", "required": true, "min": 3, "multiline": true}],
      },
    ],
  },
];
