"""Protocols: recipes of typed operations that name places, never cards; no game, no simulation, no page.

Every step declares its label here, beside its operation, in the `Step`; screens, sheets and JSON only read it:

========================  =============================================================================
Form                      Labels
========================  =============================================================================
paper, 12 steps           1 to 9 as in the paper. 10a take the columns, first scramble. 10b lay the
                          token and α β. For each pile (part "pile"): 10c bring its pair, 10d first
                          movement, 10e two packets, 10f second movement, 10g turn over two cards,
                          10h the pair goes back, 10i the new token. 10j second scramble. 10k turn the
                          pairs over, take the card. 11 the virtual player's other cards. 12a bit cards
                          away, 12b cards back, 12c sort the markers.
paper, 15 steps           The same to 11. 12 bit cards away, markers down. 13 scramble. 14 markers up.
                          15 sort, cards back.
knockout                  1 to 10 as in the paper. 11a to 11e a duel (part "duel"). 12 the result.
                          12a the draw check after "none". 13a the virtual player's cards and all bit
                          cards, 13b cards back (or on to the next virtual turn), 13c markers.
wallet                    1 mask. 2 stir the hand. 3 the champion goes in. 4a to 4d a duel (part
                          "duel"). 5 the final check. 6 the card is played. 6a after "none": the next
                          card goes in, or a drawn card into the hand. 7 mask and losers.
lot, such as a colour     C1 lay the cards. C2 scramble. C3 turn one over.
recovery                  R1, R2 and so on, in the order in which the steps come.
========================  =============================================================================

A question declares its branches (`AnswerBranch`) beside its `yield`: what each answer means, and which steps, up to
the next question, follow only then. The way home belongs to every branch, except that columns may be handed on to the
next virtual turn. So a loop (drawing until a card fits) is a question that leads to the steps of the next card.

`run` counts the times a step comes up in a turn: 2 in the second attempt after "none", and from 2 on for drawn cards
("5, run 2" is the final check of the first drawn card). `rank` is the priority class, the best being 1.
"""
