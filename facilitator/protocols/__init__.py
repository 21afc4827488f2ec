"""Protocols as generators of typed operations, independent of games, simulation and texts.

Operations contain places, not cards. Every operation has a label in its `Step`. Screens, sheets and JSON use it:

========================  =============================================================================
Form                      Labels
========================  =============================================================================
paper, 12 steps           1 to 10 as in the paper (10 takes the columns). 10a first shuffle. 10b lay the
                          token and α β. For each pile (part "pile"): 10c bring its pair, 10d first
                          movement, 10e two packets, 10f second movement, 10g turn over two cards,
                          10h return the pair, 10i the new token. 10j second shuffle. 10k turn the
                          pairs over, take the card. 11 return the virtual player's other cards.
                          12a remove and stir the bit cards, 12b return the cards, 12c sort bit cards and markers.
paper, 15 steps           The same to 11. 12 remove the bit cards, turn the markers down. 13 shuffle.
                          14 turn the markers up. 15 sort the columns, return the cards.
knockout                  1 to 10 as in the paper. 11a to 11e a duel (part "duel"). 12 the result.
                          12a the draw check after "none". 13a return the virtual player's cards,
                          remove all bit cards, 13b return the cards (or keep the columns for the next
                          virtual turn), 13c remove the markers.
wallet                    1 lay the mask. 2 shuffle the hand. 3 insert the champion. 4a to 4d a duel
                          (part "duel"). 5 the final check. 6 play the card. 6a after "none": insert
                          the next card, or take a drawn card into the hand. 7 remove the mask, return
                          the losers' pile.
random draw of a colour   C1 lay the cards. C2 shuffle. C3 turn one card over.
recovery                  R1 to R13, a label for each kind of step, in their order (`recovery.LABELS`).
                          A recovery skips the steps that it does not need.
========================  =============================================================================

A question declares its branches (`AnswerBranch`) next to its `yield`. A branch contains the meaning of its answers,
and the labels of steps that follow only after these answers, up to the next question. The return of the cards belongs
to every branch, except that columns may be kept for the next virtual turn. A loop, such as "draw until you can play",
is therefore a question that leads to the steps of the next card.

`run` is the number of a repetition within a turn: 2 in the second attempt after "none", and 2 or more for drawn cards
("5, run 2" is the final check of the first drawn card). `rank` is the priority, the best being 1.
"""
