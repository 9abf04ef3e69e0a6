// Generated from modules/*/ops by `hearth ops generate`. Do not edit.
export const generatedMessages = {
  "resources": {
    "harbour": {
      "boats": {
        "name": "Boats",
        "fields": {
          "name": "Name",
          "skipper": "Skipper",
          "length": "Length",
          "colour": "Colour",
          "flags": "Flags",
          "is_afloat": "Afloat",
          "sister_id": "Sister ship",
          "built_on": "Built",
          "sunk_at": "Sunk",
          "remark": "Remark, which isn't shown in \"lists\"",
          "built_on_from": "Built, first day",
          "built_on_to": "Built, last day",
          "sunk_at_from": "Sunk, first day (UTC)",
          "sunk_at_to": "Sunk, last day (UTC)",
        },
        "actions": {
          "sink": {"label": "Sink", "confirm": "Empty?", "fields": {"reason": "Reason", "depth": "Depth"}},
          "launch": {
            "label": "Launch a boat",
            "fields": {"name": "Name", "colour": "Colour", "flags": "Flags", "built_on": "Built on", "sister_id": "Sister id"},
          },
        },
      },
      "repairs": {
        "name": "Repairs",
        "fields": {
          "number": "Number",
          "boat_id": "Boat",
          "price_minor": "Price",
          "parts": "Parts",
          "drawing": "Drawing",
          "bill": "Bill",
          "story": "What happened",
          "note": "Note",
          "yard": "Yard",
          "by": "By",
          "way": "Way",
          "from_list": "From",
        },
        "actions": {
          "correct": {
            "label": "Correct",
            "fields": {
              "story": "Story",
              "parts": "Parts",
              "price_minor": "Price minor",
              "drawing": "Drawing",
              "note": "Note",
              "is_paid": "Is paid",
              "secret": "Secret",
            },
          },
          "print": {"label": "Open the bill", "fields": {"reason": "Reason"}},
        },
      },
    },
  },
  "choices": {"de": "German", "deep_blue": "Deep blue", "nl": "Dutch", "red": "Red"},
};
