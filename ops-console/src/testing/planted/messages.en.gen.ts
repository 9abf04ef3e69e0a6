// Generated from modules/*/ops.py by `hearth ops generate`. Do not edit.
export const generatedMessages = {
  resources: {
    harbour: {
      boats: {
        name: 'Boats',
        fields: {
          name: 'Name',
          skipper: 'Skipper',
          length: 'Length',
          colour: 'Colour',
          flags: 'Flags',
          is_afloat: 'Afloat',
          sister_id: 'Sister ship',
          built_on: 'Built',
          sunk_at: 'Sunk',
          remark: 'Remark, which isn\'t shown in "lists"',
        },
        actions: {
          sink: {
            label: 'Sink',
            confirm: 'Is it empty?',
            fields: {
              reason: 'Why',
              depth: 'Depth',
            },
          },
          launch: {
            label: 'Launch a boat',
            fields: {
              name: 'Name',
              colour: 'Colour',
              flags: 'Flags',
              built_on: 'Built on',
              is_afloat: 'Is afloat',
              sister_id: 'Sister id',
              secret: 'Secret',
            },
          },
        },
      },
      repairs: {
        name: 'Repairs',
        fields: {
          number: 'Number',
          boat_id: 'Boat',
          price_minor: 'Price',
          parts: 'Parts',
          bill: 'Bill',
          story: 'What happened',
        },
        actions: {
          correct: {
            label: 'Correct',
            fields: {
              story: 'Story',
              parts: 'Parts',
            },
          },
        },
      },
    },
  },
  choices: {
    de: 'De',
    deep_blue: 'Deep blue',
    nl: 'Nl',
    red: 'Red',
  },
};
